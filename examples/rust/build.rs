//! Finds the static library by pkg-config; no crate is needed for that.

use std::process::Command;

fn main() {
    let asked = Command::new("pkg-config")
        .args(["--variable=libdir", "dominoes"])
        .output()
        .expect("pkg-config runs");
    let folder = String::from_utf8_lossy(&asked.stdout).replace('\\', ""); // before what a shell would not take
    assert!(
        asked.status.success(),
        "{}",
        String::from_utf8_lossy(&asked.stderr)
    );
    println!("cargo:rustc-link-search=native={}", folder.trim());
    println!("cargo:rustc-link-lib=static=dominoes");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
}
