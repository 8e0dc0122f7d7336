pub fn rounded(cents: u32) -> u32 {
    let unused = 1;
    cents / 100 * 100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn down() {
        assert_eq!(rounded(149), 100);
    }

    #[test]
    fn half_goes_up() {
        assert_eq!(rounded(150), 200, "half goes up");
    }

    #[test]
    #[ignore = "no network"]
    fn network() {}
}
