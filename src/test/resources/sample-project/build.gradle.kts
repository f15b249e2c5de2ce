// The same project for Gradle 8.2 or later, with the same sources. No test runs Gradle; a test compares the versions with those of pom.xml.
plugins {
    java
    id("me.champeau.jmh") version "0.7.3"
}

repositories {
    mavenCentral()
}

// the plugin expects benchmarks in src/jmh/java
sourceSets {
    main { java.setSrcDirs(emptyList<String>()) }
    named("jmh") { java.setSrcDirs(listOf("src/main/java")) }
}

dependencies {
    jmh("com.google.code.gson:gson:${providers.gradleProperty("gson.version").getOrElse("2.14.0")}")
}

jmh {
    jmhVersion = "1.37"
    fork = 5
    resultFormat = "JSON"
    resultsFile = layout.projectDirectory.file("results.json")
}
