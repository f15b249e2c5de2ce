#!/bin/sh
# build.sh SIDE CLASSPATH: the classes of one side, base or head, with a class path that has JMH
set -eu
other=head; [ "$1" = base ] || other=base
rm -rf "target/$1" && mkdir -p "target/$1/src" "target/$1/classes"
sed "s:^ */\*$other\*/.*::" Text.java >"target/$1/src/Text.java"
javac -g -cp "$2" -d "target/$1/classes" -processor org.openjdk.jmh.generators.BenchmarkProcessor "target/$1/src/Text.java" TextBenchmark.java
