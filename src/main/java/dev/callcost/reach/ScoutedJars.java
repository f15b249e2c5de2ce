package dev.callcost.reach;

import dev.callcost.data.RowKey;
import dev.callcost.launch.JarCopy;
import dev.callcost.launch.RowPair;
import dev.callcost.text.CommandException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scouts of several pairs of jars. Their changed methods and classes have common numbers. */
public final class ScoutedJars {
    private final List<JarScouts> jars = new ArrayList<>();
    private final Reach reach;

    /**
     * The scouts of one pair.
     *
     * @param base by which its rows are known
     * @param methods how many changed methods of other pairs have numbers before its own
     */
    private record JarScouts(String module, JarCopy base, Scouts scouts, int methods, int classes) {}

    /**
     * Compares the jars of each pair, which takes seconds.
     *
     * @param modules names of the pairs, no two alike
     * @param base see {@link Scouts#Scouts}
     * @throws CommandException (bad file) when a jar cannot be read
     */
    public ScoutedJars(
            List<String> modules, List<JarCopy> base, List<JarCopy> head, boolean allRows, boolean ignoresResources) {
        Map<String, Reach> parts = new LinkedHashMap<>();
        int methods = 0;
        int classes = 0;
        for (int n = 0; n < modules.size(); n++) {
            Scouts scouts = new Scouts(base.get(n), head.get(n), allRows, ignoresResources);
            jars.add(new JarScouts(modules.get(n), base.get(n), scouts, methods, classes));
            parts.put(modules.get(n), scouts.reach());
            methods += scouts.reach().methods().size();
            classes += scouts.reach().changedClasses().size();
        }
        reach = Reach.of(parts);
    }

    public Reach reach() {
        return reach;
    }

    /** Scouts the rows of one pair of jars after those of another, as {@link Scouts#run} does. */
    public boolean run(List<RowPair> rows, Path folder, Scouts.Watcher watcher) {
        for (JarScouts jar : jars) {
            List<RowPair> own = rows.stream()
                    .filter(row -> row.base().jar().equals(jar.base))
                    .toList();
            if (!own.isEmpty() && !jar.scouts.run(own, folder, watcher(jar, watcher))) {
                return false;
            }
        }
        return true;
    }

    private Scouts.Watcher watcher(JarScouts jar, Scouts.Watcher all) {
        String ofJar = jar.scouts.reach().allRows();
        String reason = ofJar == null || reach.allRows() != null ? null : jar.module + ": " + ofJar;
        return new Scouts.Watcher() {
            @Override
            public boolean isOver() {
                return all.isOver();
            }

            @Override
            public void begins(RowKey row) {
                all.begins(row);
            }

            @Override
            public void known(RowReach row, List<Scouts.Loss> losses) {
                RowReach numbered = row.after(jar.methods, jar.classes);
                all.known(reason == null ? numbered : numbered.withReason(reason), losses);
            }
        };
    }
}
