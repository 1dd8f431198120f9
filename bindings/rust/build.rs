fn main() {
    println!("cargo:rerun-if-env-changed=SUREFOOT_LIB_DIR");
    if let Ok(dir) = std::env::var("SUREFOOT_LIB_DIR") {
        println!("cargo:rustc-link-search=native={dir}");
    }
    println!("cargo:rustc-link-lib=dylib=surefoot");
}
