<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>RunPlan</name>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n class</numerusform>
            <numerusform>%n classes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SchemaForm</name>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n value</numerusform>
            <numerusform>%n values</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ChartTable</name>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CodeDifference</name>
    <message numerus="yes">
        <source>and %n more commit(s)</source>
        <translation>
            <numerusform>and %n more commit</numerusform>
            <numerusform>and %n more commits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ComparePage</name>
    <message numerus="yes">
        <source>At most %n run(s) can be compared at once.</source>
        <translation>
            <numerusform>At most %n run can be compared at once.</numerusform>
            <numerusform>At most %n runs can be compared at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) or record(s) differ; what is the same is left out.</source>
        <translation>
            <numerusform>%n setting or record differs; what is the same is left out.</numerusform>
            <numerusform>%n settings or records differ; what is the same is left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n seeds</source>
        <translation>
            <numerusform>%1, %n seed</numerusform>
            <numerusform>%1, %n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ConfusionModel</name>
    <message numerus="yes">
        <source>Of %n sample(s) of class “%1”, %2 (%3 %) were recognised.</source>
        <translation>
            <numerusform>Of %n sample of class “%1”, %2 (%3 %) was recognised.</numerusform>
            <numerusform>Of %n samples of class “%1”, %2 (%3 %) were recognised.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n sample(s) of class “%1”, %2 (%3 %) were taken for “%4”.</source>
        <translation>
            <numerusform>Of %n sample of class “%1”, %2 (%3 %) was taken for “%4”.</numerusform>
            <numerusform>Of %n samples of class “%1”, %2 (%3 %) were taken for “%4”.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CurveChart</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) ≤ 0 not shown</source>
        <translation>
            <numerusform>%n value ≤ 0 not shown</numerusform>
            <numerusform>%n values ≤ 0 not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ± %2 (%n seeds)</source>
        <translation>
            <numerusform>%1 ± %2 (%n seed)</numerusform>
            <numerusform>%1 ± %2 (%n seeds)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::DifferencePlot</name>
    <message numerus="yes">
        <source>(%n step(s) without any are not shown)</source>
        <translation>
            <numerusform>(%n step without any are not shown)</numerusform>
            <numerusform>(%n steps without any are not shown)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::EvaluationPanel</name>
    <message numerus="yes">
        <source>The %1 part, %n sample(s), with %2</source>
        <translation>
            <numerusform>The %1 part, %n sample, with %2</numerusform>
            <numerusform>The %1 part, %n samples, with %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::LogTab</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n line(s)</source>
        <translation>
            <numerusform>%1 of %n line</numerusform>
            <numerusform>%1 of %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::NewRunPage</name>
    <message numerus="yes">
        <source>%n mistake(s); the first: %1</source>
        <translation>
            <numerusform>%n mistake; the first: %1</numerusform>
            <numerusform>%n mistakes; the first: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %n mistake(s)</source>
        <translation>
            <numerusform>✗ %n mistake</numerusform>
            <numerusform>✗ %n mistakes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Record</name>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n in all</numerusform>
            <numerusform>%n in all</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more; they are in a copy of this value</source>
        <translation>
            <numerusform>%n more; it is in a copy of this value</numerusform>
            <numerusform>%n more; they are in a copy of this value</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ReportDialog</name>
    <message numerus="yes">
        <source>%n page(s) more are in the file.</source>
        <translation>
            <numerusform>%n page more is in the file.</numerusform>
            <numerusform>%n pages more are in the file.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunColumn</name>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n h ago</numerusform>
            <numerusform>%n h ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>with uncommitted changes in %n file(s), which were recorded</source>
        <translation>
            <numerusform>with uncommitted changes in %n file, which were recorded</numerusform>
            <numerusform>with uncommitted changes in %n files, which were recorded</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunColumns</name>
    <message numerus="yes">
        <source>Hide %n column(s) that are the same for all shown runs</source>
        <translation>
            <numerusform>Hide %n column that is the same for all shown runs</numerusform>
            <numerusform>Hide %n columns that are the same for all shown runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunDetails</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunHeader</name>
    <message numerus="yes">
        <source>• uncommitted changes in %n file(s) were recorded with it</source>
        <translation>
            <numerusform>• uncommitted changes in %n file were recorded with it</numerusform>
            <numerusform>• uncommitted changes in %n files were recorded with it</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunHealth</name>
    <message numerus="yes">
        <source>The loss was NaN or infinite at %n step(s), last at step %1.</source>
        <translation>
            <numerusform>The loss was NaN or infinite at %n step, last at step %1.</numerusform>
            <numerusform>The loss was NaN or infinite at %n steps, last at step %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunPreview</name>
    <message numerus="yes">
        <source>%n more of the selected runs are not drawn.</source>
        <translation>
            <numerusform>%n more of the selected runs is not drawn.</numerusform>
            <numerusform>%n more of the selected runs are not drawn.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunsPage</name>
    <message numerus="yes">
        <source>%n run(s) put back</source>
        <translation>
            <numerusform>%n run put back</numerusform>
            <numerusform>%n runs put back</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %n run(s) fits “%1”.</source>
        <translation>
            <numerusform>None of the %n run fits “%1”.</numerusform>
            <numerusform>None of the %n runs fits “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>☑ %n checked</source>
        <translation>
            <numerusform>☑ %n checked</numerusform>
            <numerusform>☑ %n checked</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to trash</source>
        <translation>
            <numerusform>%n run moved to trash</numerusform>
            <numerusform>%n runs moved to trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ScatterView</name>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n point</numerusform>
            <numerusform>%n points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n not finite)</source>
        <translation>
            <numerusform>%1 (%n not finite)</numerusform>
            <numerusform>%1 (%n not finite)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Sidebar</name>
    <message numerus="yes">
        <source>CPU, %n thread(s)</source>
        <translation>
            <numerusform>CPU, %n thread</numerusform>
            <numerusform>CPU, %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TrashView</name>
    <message numerus="yes">
        <source>Trash: %n run(s)</source>
        <translation>
            <numerusform>Trash: %n run</numerusform>
            <numerusform>Trash: %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) for good?</source>
        <translation>
            <numerusform>Delete %n run for good?</numerusform>
            <numerusform>Delete %n runs for good?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleting %n run(s)…</source>
        <translation>
            <numerusform>Deleting %n run…</numerusform>
            <numerusform>Deleting %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) deleted for good</source>
        <translation>
            <numerusform>%n run deleted for good</numerusform>
            <numerusform>%n runs deleted for good</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TryPanel</name>
    <message numerus="yes">
        <source>%n prediction(s) with %1</source>
        <translation>
            <numerusform>%n prediction with %1</numerusform>
            <numerusform>%n predictions with %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s) saved to %1</source>
        <translation>
            <numerusform>%n prediction saved to %1</numerusform>
            <numerusform>%n predictions saved to %1</numerusform>
        </translation>
    </message>
</context>
</TS>
