package dev.callcost;

/** The jar's entry. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {}
}
