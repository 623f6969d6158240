"""The rooms behind ``dominoes._through_cffi``: libdominoes as cffi reaches it, made into what the waist asks for."""
