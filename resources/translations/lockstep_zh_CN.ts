<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Mistake</name>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>line %1: %2: %3</source>
        <translation>第 %1 行：%2：%3</translation>
    </message>
</context>
<context>
    <name>RunPlan</name>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message numerus="yes">
        <source>%n class(es)</source>
        <translation>
            <numerusform>%n 个类别</numerusform>
        </translation>
    </message>
    <message>
        <source>real</source>
        <translation>实数</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SchemaForm</name>
    <message>
        <source>Document</source>
        <translation>文档</translation>
    </message>
    <message numerus="yes">
        <source>%n value(s)</source>
        <translation>
            <numerusform>%n 个值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::messages</name>
    <message>
        <source>--set {key}: a reproduction can change only what can&apos;t change a result, such as run.name or data.workers</source>
        <translation>--set {key}：重现只能更改不影响结果的设置，例如 run.name 或 data.workers</translation>
    </message>
    <message>
        <source>Against {name}: {identical} of {others} identical; the others differ by {causes}</source>
        <translation>与 {name} 相比：{others} 个中有 {identical} 个完全一致；其余的差异原因：{causes}</translation>
    </message>
    <message>
        <source>All {count} runs are identical, bit for bit</source>
        <translation>全部 {count} 个运行逐位完全一致</translation>
    </message>
    <message>
        <source>CrossEntropyLoss expects one value a class, [classes], from the last layer, found {found}; end the model with Flatten and Linear</source>
        <translation>CrossEntropyLoss 要求最后一层为每个类别输出一个值，即 [classes]，实际为 {found}；请以 Flatten 和 Linear 结束模型</translation>
    </message>
    <message>
        <source>CrossEntropyLoss expects {expected} class weights, one a class, found {found}</source>
        <translation>CrossEntropyLoss 需要 {expected} 个类别权重，每个类别一个，实际为 {found} 个</translation>
    </message>
    <message>
        <source>CrossEntropyLoss expects {expected} values from the last layer, one a class of the data, found {found}</source>
        <translation>CrossEntropyLoss 要求最后一层输出 {expected} 个值，数据的每个类别一个，实际为 {found} 个</translation>
    </message>
    <message>
        <source>Identical: every loss, batch, checksum and metric of {steps} steps is the same, bit for bit</source>
        <translation>完全一致：{steps} 步中的每个损失、批次、校验和与指标都逐位相同</translation>
    </message>
    <message>
        <source>JSON has no NaN and no infinity</source>
        <translation>JSON 不支持 NaN 和无穷大</translation>
    </message>
    <message>
        <source>Nothing that was computed differs, but they are not the same experiment: {why}</source>
        <translation>计算结果没有任何差异，但两者不是同一个实验：{why}</translation>
    </message>
    <message>
        <source>RandomCrop: size [{height}, {width}] is larger than the padded image of {image}</source>
        <translation>RandomCrop：size [{height}, {width}] 大于填充后的图像 {image}</translation>
    </message>
    <message>
        <source>They part at step {step}, first in {quantity}: {why}</source>
        <translation>从第 {step} 步开始偏离，首先出现在 {quantity}：{why}</translation>
    </message>
    <message>
        <source>They part before the first step, in the initial weights: {why}</source>
        <translation>在第一步之前就已偏离，初始权重不同：{why}</translation>
    </message>
    <message>
        <source>Within tolerance: the bits of {quantity} part at step {step}, the final metrics agree; {why}</source>
        <translation>在容差内：{quantity} 从第 {step} 步起不再逐位相同，但最终指标相符；{why}</translation>
    </message>
    <message>
        <source>[cross_entropy] expected labels from 0 to {most}, received {label} for sample {sample} of the batch. Check the target column and the model&apos;s number of outputs</source>
        <translation>[cross_entropy] 标签应在 0 到 {most} 之间，批次中样本 {sample} 的标签为 {label}。请检查目标列和模型的输出个数</translation>
    </message>
    <message>
        <source>[gradcheck] expected at least one float64 input</source>
        <translation>[gradcheck] 至少需要一个 float64 输入</translation>
    </message>
    <message>
        <source>&quot;weighted&quot; draws classes equally often, but the target is a real number; allowed are &quot;shuffle&quot; and &quot;sequential&quot;</source>
        <translation>&quot;weighted&quot; 按类别均衡抽取，但目标是实数；可以使用 &quot;shuffle&quot; 和 &quot;sequential&quot;</translation>
    </message>
    <message>
        <source>&quot;{key}&quot; can&apos;t be the key of a series: it needs 1 to 1000 bytes</source>
        <translation>&quot;{key}&quot; 不能作为序列的键：长度应为 1 到 1000 字节</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; can&apos;t name a document: use letters, digits, &apos;.&apos;, &apos;_&apos; and &apos;-&apos;</source>
        <translation>&quot;{name}&quot; 不能作为文档名：只能使用字母、数字、&apos;.&apos;、&apos;_&apos; 和 &apos;-&apos;</translation>
    </message>
    <message>
        <source>&quot;{name}&quot; is no device; allowed are auto, cpu, cuda and cuda:N</source>
        <translation>&quot;{name}&quot; 不是设备；可以使用 auto、cpu、cuda 和 cuda:N</translation>
    </message>
    <message>
        <source>&quot;{run}&quot; begins the ids of {count} runs: {ids}; give more of the id</source>
        <translation>有 {count} 个运行的 ID 以 &quot;{run}&quot; 开头：{ids}；请多输入几位 ID</translation>
    </message>
    <message>
        <source>&quot;{status}&quot; is not a status of a run at work; use finish</source>
        <translation>&quot;{status}&quot; 不是进行中的运行的状态；请使用 finish</translation>
    </message>
    <message>
        <source>a group&apos;s learning_rate follows the schedule in proportion to optimizer.learning_rate, which must then be above 0</source>
        <translation>参数组的 learning_rate 按与 optimizer.learning_rate 的比例跟随学习率调度，因此后者必须大于 0</translation>
    </message>
    <message>
        <source>a hook needs a tensor that requires a gradient</source>
        <translation>钩子需要一个要求梯度的张量</translation>
    </message>
    <message>
        <source>a metric&apos;s value is no number</source>
        <translation>指标的值不是数字</translation>
    </message>
    <message>
        <source>a network needs at least one layer</source>
        <translation>网络至少需要一层</translation>
    </message>
    <message>
        <source>a run can&apos;t finish as &quot;{status}&quot;</source>
        <translation>运行不能以 &quot;{status}&quot; 状态结束</translation>
    </message>
    <message>
        <source>a sampling weight must be a number that is not negative</source>
        <translation>采样权重必须是非负数</translation>
    </message>
    <message>
        <source>a schedule needs a run of at least one step, received {steps} steps of {epoch} an epoch</source>
        <translation>学习率调度要求运行至少有一步，实际共 {steps} 步，每轮 {epoch} 步</translation>
    </message>
    <message>
        <source>a tensor of {shape} that backward needs was changed in place: it is at version {version}, expected {expected}. Change a clone() instead, or change it after backward</source>
        <translation>backward 需要的 {shape} 张量被就地修改：当前版本为 {version}，应为 {expected}。请改为修改 clone() 的副本，或在 backward 之后再修改</translation>
    </message>
    <message>
        <source>a tensor that requires a gradient can&apos;t be changed in place while operations are recorded</source>
        <translation>记录运算期间，不能就地修改要求梯度的张量</translation>
    </message>
    <message>
        <source>another build of Lockstep computed</source>
        <translation>由另一个 Lockstep 构建计算</translation>
    </message>
    <message>
        <source>another experiment: every result may change</source>
        <translation>已是另一个实验：所有结果都可能改变</translation>
    </message>
    <message>
        <source>another process is unpacking into {project}; try again when it is done</source>
        <translation>另一个进程正在向 {project} 解包；请等它完成后重试</translation>
    </message>
    <message>
        <source>applies only where {condition}; here {key} is {found}</source>
        <translation>仅在 {condition} 时适用；此处 {key} 为 {found}</translation>
    </message>
    <message>
        <source>arithmetic alone differs: data, config, seeds, batches, build and environment are the same</source>
        <translation>只有算术运算不同：数据、配置、随机种子、批次、构建和环境都相同</translation>
    </message>
    <message>
        <source>backward of an undefined tensor</source>
        <translation>对未定义的张量调用了 backward</translation>
    </message>
    <message>
        <source>both data.test_path and data.test_fraction are given; keep one</source>
        <translation>同时给出了 data.test_path 和 data.test_fraction；请只保留一个</translation>
    </message>
    <message>
        <source>both data.validation_path and data.validation_fraction are given; keep one</source>
        <translation>同时给出了 data.validation_path 和 data.validation_fraction；请只保留一个</translation>
    </message>
    <message>
        <source>can&apos;t be applied to {found}: {reason}</source>
        <translation>不能应用于 {found}：{reason}</translation>
    </message>
    <message>
        <source>can&apos;t be read: {reason}</source>
        <translation>无法读取：{reason}</translation>
    </message>
    <message>
        <source>can&apos;t read {path}: {reason}</source>
        <translation>无法读取 {path}：{reason}</translation>
    </message>
    <message>
        <source>can&apos;t set {key}: {reason}</source>
        <translation>无法设置 {key}：{reason}</translation>
    </message>
    <message>
        <source>cannot create the project folder {path}: {reason}</source>
        <translation>无法创建项目文件夹 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot create {path}: {reason}</source>
        <translation>无法创建 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot delete {path}: {reason}</source>
        <translation>无法删除 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot flush {path}: {reason}</source>
        <translation>无法将 {path} 写入磁盘：{reason}</translation>
    </message>
    <message>
        <source>cannot lock {path}: {reason}</source>
        <translation>无法锁定 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot open {path}: {reason}</source>
        <translation>无法打开 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot read {path}, a document of the run</source>
        <translation>无法读取 {path}（该运行的文档）</translation>
    </message>
    <message>
        <source>cannot read {path}: {reason}</source>
        <translation>无法读取 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot use {path}: {reason}</source>
        <translation>无法使用 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot write {path}: {reason}</source>
        <translation>无法写入 {path}：{reason}</translation>
    </message>
    <message>
        <source>cannot {what} {path}: {reason}</source>
        <translation>文件操作失败（{what} {path}）：{reason}</translation>
    </message>
    <message>
        <source>changes no result</source>
        <translation>不改变结果</translation>
    </message>
    <message>
        <source>changes no result unless this code makes the data, which are compared themselves</source>
        <translation>不改变结果，除非数据由这份代码生成；数据本身会另行比较</translation>
    </message>
    <message>
        <source>data.augment: {type} is for images; these samples are {shape}</source>
        <translation>data.augment：{type} 只适用于图像；当前样本为 {shape}</translation>
    </message>
    <message>
        <source>expected an input [features], found {found}; put a Flatten before it, or write in_features = {last} to work on the last axis alone</source>
        <translation>输入应为 [features]，实际为 {found}；请在前面加一个 Flatten，或写 in_features = {last} 以只作用于最后一个轴</translation>
    </message>
    <message>
        <source>expected an input {expected}, found {found}</source>
        <translation>输入应为 {expected}，实际为 {found}</translation>
    </message>
    <message>
        <source>expected at least one step, received {steps}</source>
        <translation>至少需要一步，实际为 {steps}</translation>
    </message>
    <message>
        <source>expected dim from 1 to {high} or from {low} to -1 (the batch is axis 0), found {found}</source>
        <translation>dim 应为 1 到 {high} 或 {low} 到 -1（轴 0 是批次），实际为 {found}</translation>
    </message>
    <message>
        <source>expected inputs of one shape, found {first} and {other}</source>
        <translation>各输入的形状应相同，实际为 {first} 和 {other}</translation>
    </message>
    <message>
        <source>expected padding of at most half the kernel&apos;s {axis} {kernel}, found {found}</source>
        <translation>填充最多为核的 {axis} {kernel} 的一半，实际为 {found}</translation>
    </message>
    <message>
        <source>expected start_dim before end_dim, found {start} and {end} of {count} axes</source>
        <translation>start_dim 应在 end_dim 之前，实际为 {start} 和 {end}，共 {count} 个轴</translation>
    </message>
    <message>
        <source>expected start_dim of 1 or more: axis 0 is the batch, which a network keeps</source>
        <translation>start_dim 应不小于 1：轴 0 是批次，网络会保留它</translation>
    </message>
    <message>
        <source>expected {expected}, found {found}</source>
        <translation>应为 {expected}，实际为 {found}</translation>
    </message>
    <message>
        <source>expected {name} from {low} to {high} (the batch is axis 0), found {found}</source>
        <translation>{name} 应为 {low} 到 {high}（轴 0 是批次），实际为 {found}</translation>
    </message>
    <message>
        <source>expected {name} to be a multiple of groups = {groups}, found {found}</source>
        <translation>{name} 应为 groups = {groups} 的倍数，实际为 {found}</translation>
    </message>
    <message>
        <source>found 2; allowed is 1 (grey) or 3 (colour)</source>
        <translation>实际为 2；应为 1（灰度）或 3（彩色）</translation>
    </message>
    <message>
        <source>found []; allowed is at least one layer</source>
        <translation>实际为 []；至少需要一层</translation>
    </message>
    <message>
        <source>found &quot;{found}&quot;, but the target is a real number, which has no accuracy; monitor a loss</source>
        <translation>实际为 &quot;{found}&quot;，但目标是实数，没有准确率；请监控损失</translation>
    </message>
    <message>
        <source>found &quot;{found}&quot;, but there is no validation part; set data.validation_fraction, or monitor a train/ metric</source>
        <translation>实际为 &quot;{found}&quot;，但没有验证集；请设置 data.validation_fraction，或监控 train/ 开头的指标</translation>
    </message>
    <message>
        <source>found &quot;{found}&quot;, but train.monitor is &quot;{monitor}&quot;, for which &quot;{mode}&quot; is better; leave it out</source>
        <translation>实际为 &quot;{found}&quot;，但 train.monitor 为 &quot;{monitor}&quot;，其改善方向是 &quot;{mode}&quot;；请不要填写此项</translation>
    </message>
    <message>
        <source>found a folder; allowed is a config file in it, such as config.toml</source>
        <translation>这是一个文件夹；请指定其中的配置文件，例如 config.toml</translation>
    </message>
    <message>
        <source>found both input and inputs; allowed is one of them</source>
        <translation>同时给出了 input 和 inputs；只能使用其中一个</translation>
    </message>
    <message>
        <source>found both {a} and {b}; allowed is one of them</source>
        <translation>同时给出了 {a} 和 {b}；只能使用其中一个</translation>
    </message>
    <message>
        <source>found position {found}; allowed is 0 to {last}, the positions of the list&apos;s tables</source>
        <translation>位置为 {found}；应为 0 到 {last}，即列表中各表的位置</translation>
    </message>
    <message>
        <source>found weights &quot;{found}&quot;; allowed are &quot;best&quot;, &quot;last&quot;</source>
        <translation>权重为 &quot;{found}&quot;；可以使用 &quot;best&quot;、&quot;last&quot;</translation>
    </message>
    <message>
        <source>found {found} ({kind}); allowed is {allowed}</source>
        <translation>实际为 {found}（{kind}）；应为 {allowed}</translation>
    </message>
    <message>
        <source>found {found} bytes; a config has at most {allowed}. Is this the right file?</source>
        <translation>文件有 {found} 字节；配置最多 {allowed} 字节。是否选错了文件？</translation>
    </message>
    <message>
        <source>found {found} runs; from 2 to {most} can be compared</source>
        <translation>有 {found} 个运行；可比较 2 到 {most} 个</translation>
    </message>
    <message>
        <source>found {found}, but there is no file or folder {path}; a relative path starts at the config&apos;s folder</source>
        <translation>实际为 {found}，但文件或文件夹 {path} 不存在；相对路径以配置所在的文件夹为起点</translation>
    </message>
    <message>
        <source>found {found}, but {inputs} gives {allowed}; leave it out, or make them agree</source>
        <translation>实际为 {found}，但由 {inputs} 得出 {allowed}；请不要填写此项，或使两者一致</translation>
    </message>
    <message>
        <source>found {found}, which model.layers.{other} is called already; names must differ</source>
        <translation>实际为 {found}，但 model.layers.{other} 已使用该名称；名称不能重复</translation>
    </message>
    <message>
        <source>found {found}; allowed is 1 to {current}</source>
        <translation>实际为 {found}；应为 1 到 {current}</translation>
    </message>
    <message>
        <source>found {found}; allowed is KEY=VALUE with a dotted key, as in optimizer.learning_rate=0.01</source>
        <translation>实际为 {found}；应为 KEY=VALUE，键用点分隔，例如 optimizer.learning_rate=0.01</translation>
    </message>
    <message>
        <source>found {found}; allowed is a name that is not empty and not &quot;data&quot;</source>
        <translation>实际为 {found}；名称不能为空，也不能是 &quot;data&quot;</translation>
    </message>
    <message>
        <source>found {found}; allowed is one of &quot;auto&quot;, &quot;cpu&quot;, &quot;cuda&quot;, &quot;cuda:1&quot;</source>
        <translation>实际为 {found}；应为 &quot;auto&quot;、&quot;cpu&quot;、&quot;cuda&quot;、&quot;cuda:1&quot; 之一</translation>
    </message>
    <message>
        <source>found {found}; allowed is {allowed}</source>
        <translation>实际为 {found}；应为 {allowed}</translation>
    </message>
    <message>
        <source>found {found}; required are [data], [[model.layers]] or model.preset, optimizer.type, and train.epochs or train.steps</source>
        <translation>实际为 {found}；必须有 [data]、[[model.layers]] 或 model.preset、optimizer.type，以及 train.epochs 或 train.steps</translation>
    </message>
    <message>
        <source>goes on in another environment: {changed}</source>
        <translation>在不同的环境中继续：{changed}</translation>
    </message>
    <message>
        <source>initial weights from {file}: {count} tensors matched{report}</source>
        <translation>初始权重来自 {file}：匹配了 {count} 个张量{report}</translation>
    </message>
    <message>
        <source>it was computed elsewhere: {key} is {after}, was {before}</source>
        <translation>计算环境不同：{key} 现为 {after}，原为 {before}</translation>
    </message>
    <message>
        <source>its input &quot;{name}&quot; is no earlier layer&apos;s name or position, nor data</source>
        <translation>其输入 &quot;{name}&quot; 既不是前面某层的名称或位置，也不是 data</translation>
    </message>
    <message>
        <source>may change the last bits of results</source>
        <translation>可能改变结果的末几位</translation>
    </message>
    <message>
        <source>neither XDG_DATA_HOME nor HOME says where your data is; give --project DIR</source>
        <translation>XDG_DATA_HOME 和 HOME 都未设置，无法确定数据的位置；请用 --project DIR 指定</translation>
    </message>
    <message>
        <source>nesterov = true needs a momentum above 0 and a dampening of 0</source>
        <translation>nesterov = true 要求 momentum 大于 0 且 dampening 为 0</translation>
    </message>
    <message>
        <source>no free run id was found in {path}; try again</source>
        <translation>在 {path} 中没有找到可用的运行 ID；请重试</translation>
    </message>
    <message>
        <source>no gradient reached {names}: the loss was computed without using it. Connect the layer to the model&apos;s output or remove it</source>
        <translation>梯度没有到达 {names}：计算损失时没有用到它。请将该层连接到模型的输出，或将其删除</translation>
    </message>
    <message>
        <source>no input files were given</source>
        <translation>没有给出输入文件</translation>
    </message>
    <message>
        <source>no parameter is left for the group {group}: its patterns ({patterns}) match none, or earlier groups took them</source>
        <translation>没有参数可归入组 {group}：其模式（{patterns}）没有匹配到参数，或已被前面的组取走</translation>
    </message>
    <message>
        <source>no tensor of {file} matches the model by name and shape:
{report}</source>
        <translation>{file} 中没有任何张量在名称和形状上与模型匹配：
{report}</translation>
    </message>
    <message>
        <source>not a JSON text</source>
        <translation>不是 JSON 文本</translation>
    </message>
    <message>
        <source>not valid TOML: {detail}</source>
        <translation>不是有效的 TOML：{detail}</translation>
    </message>
    <message>
        <source>other random draws: every result may change</source>
        <translation>随机抽取不同：所有结果都可能改变</translation>
    </message>
    <message>
        <source>other samples: every result may change</source>
        <translation>样本不同：所有结果都可能改变</translation>
    </message>
    <message>
        <source>out of memory on {device}: asked for {asked}; {allocated} allocated, {reserved} reserved, {free} free of a budget of {budget}, largest free block {largest}. Use a smaller data.batch_size, raise train.accumulate to keep the effective batch, or a smaller model</source>
        <translation>{device} 内存不足：申请 {asked}；已分配 {allocated}，已保留 {reserved}，预算 {budget} 中剩余 {free}，最大空闲块 {largest}。请减小 data.batch_size，增大 train.accumulate 以保持有效批次大小，或使用更小的模型</translation>
    </message>
    <message>
        <source>required, but missing; allowed is at least one [[model.layers]], or model.preset</source>
        <translation>缺少必填项；至少需要一个 [[model.layers]]，或 model.preset</translation>
    </message>
    <message>
        <source>required, but missing; allowed is one of {allowed}</source>
        <translation>缺少必填项；应为 {allowed} 之一</translation>
    </message>
    <message>
        <source>required, but missing; allowed is one of {a} and {b}</source>
        <translation>缺少必填项；应为 {a} 和 {b} 之一</translation>
    </message>
    <message>
        <source>required, but missing; allowed is {allowed}: {help}</source>
        <translation>缺少必填项；应为 {allowed}：{help}</translation>
    </message>
    <message>
        <source>run {run} can&apos;t take the command {command}: it is {status}</source>
        <translation>运行 {run} 不能执行命令 {command}：其状态为 {status}</translation>
    </message>
    <message>
        <source>run {run} is in the trash; restore it first</source>
        <translation>运行 {run} 在回收站中；请先还原</translation>
    </message>
    <message>
        <source>run {run} is in use by process {pid} on {host}; stop it there first</source>
        <translation>运行 {run} 正被 {host} 上的进程 {pid} 使用；请先在那里停止它</translation>
    </message>
    <message>
        <source>run {run} is not in the trash; delete it first</source>
        <translation>运行 {run} 不在回收站中；请先将其删除</translation>
    </message>
    <message>
        <source>run {run} is over: nothing more can be recorded</source>
        <translation>运行 {run} 已结束：不能再记录任何内容</translation>
    </message>
    <message>
        <source>run {run} is {status} and can&apos;t be deleted; stop it first</source>
        <translation>运行 {run} 的状态为 {status}，不能删除；请先停止它</translation>
    </message>
    <message>
        <source>series {index} was not opened by this writer</source>
        <translation>序列 {index} 不是由此写入器打开的</translation>
    </message>
    <message>
        <source>step {step}: every layer&apos;s output and gradient is finite, but the gradient norm over all parameters is not</source>
        <translation>第 {step} 步：每一层的输出和梯度都是有限值，但全部参数的梯度范数不是</translation>
    </message>
    <message>
        <source>step {step}: the batch&apos;s inputs hold values that are not finite; look at the data</source>
        <translation>第 {step} 步：批次的输入中有非有限值；请检查数据</translation>
    </message>
    <message>
        <source>step {step}: the first value that is not finite is a gradient computed by {layer}</source>
        <translation>第 {step} 步：首个非有限值是 {layer} 计算的梯度</translation>
    </message>
    <message>
        <source>step {step}: the first value that is not finite is the output of {layer}</source>
        <translation>第 {step} 步：首个非有限值是 {layer} 的输出</translation>
    </message>
    <message>
        <source>step {step}: the parameter {name} was not finite before this step</source>
        <translation>第 {step} 步：参数 {name} 在这一步之前就已不是有限值</translation>
    </message>
    <message>
        <source>stopped early at step {step}: {metric} was best at step {best}</source>
        <translation>在第 {step} 步早停：{metric} 在第 {best} 步达到最佳</translation>
    </message>
    <message>
        <source>stored data ends too early</source>
        <translation>存储的数据不完整</translation>
    </message>
    <message>
        <source>stored points are damaged: {what}</source>
        <translation>存储的数据点已损坏：{what}</translation>
    </message>
    <message>
        <source>the batches have other content, or another order, although data, config and seeds are the same</source>
        <translation>数据、配置和随机种子都相同，但批次的内容或顺序不同</translation>
    </message>
    <message>
        <source>the cache of file hashes {path} can&apos;t be written: {reason}</source>
        <translation>无法写入文件哈希缓存 {path}：{reason}</translation>
    </message>
    <message>
        <source>the catalogue holds an unknown status &quot;{status}&quot;</source>
        <translation>目录库中有未知的状态 &quot;{status}&quot;</translation>
    </message>
    <message>
        <source>the config differs: {key} is {after}, was {before}</source>
        <translation>配置不同：{key} 现为 {after}，原为 {before}</translation>
    </message>
    <message>
        <source>the configs differ</source>
        <translation>配置不同</translation>
    </message>
    <message>
        <source>the data are not the same</source>
        <translation>数据不同</translation>
    </message>
    <message>
        <source>the data are not the same ({files})</source>
        <translation>数据不同（{files}）</translation>
    </message>
    <message>
        <source>the data folder {path} can&apos;t be read: {reason}</source>
        <translation>无法读取数据文件夹 {path}：{reason}</translation>
    </message>
    <message>
        <source>the data of run {run} are not those it was trained on: {drift}. Pass --accept-drift to evaluate on them all the same</source>
        <translation>运行 {run} 的数据已不是训练时的数据：{drift}。如仍要在其上评估，请使用 --accept-drift</translation>
    </message>
    <message>
        <source>the data set &quot;{name}&quot; was not found; {remedy}. Looked for:{searched}</source>
        <translation>找不到数据集 &quot;{name}&quot;；{remedy}。已查找：{searched}</translation>
    </message>
    <message>
        <source>the decoded samples are the same: changes no result</source>
        <translation>解码后的样本相同：不改变结果</translation>
    </message>
    <message>
        <source>the device {name} cannot be used: {reason}</source>
        <translation>无法使用设备 {name}：{reason}</translation>
    </message>
    <message>
        <source>the document &quot;{name}&quot; of run {run} is not what was recorded: its SHA-256 differs</source>
        <translation>运行 {run} 的文档 &quot;{name}&quot; 与记录不符：SHA-256 不同</translation>
    </message>
    <message>
        <source>the kernel covers {kernel} pixels of {axis}, but the input with padding has {found}</source>
        <translation>核在 {axis} 方向覆盖 {kernel} 像素，但填充后的输入只有 {found} 像素</translation>
    </message>
    <message>
        <source>the last layer gives {found} (without the batch), which doesn&apos;t suit {loss} on this data: {reason}</source>
        <translation>最后一层输出 {found}（不含批次），不适合在此数据上使用 {loss}：{reason}</translation>
    </message>
    <message>
        <source>the name &quot;{name}&quot; is taken already</source>
        <translation>名称 &quot;{name}&quot; 已被使用</translation>
    </message>
    <message>
        <source>the network expects a batch [N, {sizes}, received {found}</source>
        <translation>网络的输入批次应为 [N, {sizes}，实际为 {found}</translation>
    </message>
    <message>
        <source>the number of threads must be at least 1</source>
        <translation>线程数至少为 1</translation>
    </message>
    <message>
        <source>the optimizer&apos;s state &quot;{name}&quot; can&apos;t be loaded: {reason}</source>
        <translation>无法加载优化器状态 &quot;{name}&quot;：{reason}</translation>
    </message>
    <message>
        <source>the pack could not be written: a file grew while it was packed</source>
        <translation>无法写入归档包：打包时有文件变大了</translation>
    </message>
    <message>
        <source>the pack could not be written: {reason}</source>
        <translation>无法写入归档包：{reason}</translation>
    </message>
    <message>
        <source>the pack {path} is refused: {reason}</source>
        <translation>归档包 {path} 被拒绝：{reason}</translation>
    </message>
    <message>
        <source>the path {path} of its data leads out of their folder</source>
        <translation>其数据路径 {path} 指向了数据文件夹之外</translation>
    </message>
    <message>
        <source>the project&apos;s path {path} is not UTF-8, so a config can&apos;t name data in it; choose another folder</source>
        <translation>项目的路径 {path} 不是 UTF-8，因此配置无法引用其中的数据；请选择其他文件夹</translation>
    </message>
    <message>
        <source>the record of run {run} has no {name}: it ended before its config and data were recorded, so there is no model to use</source>
        <translation>运行 {run} 的记录中没有 {name}：它在记录配置和数据之前就结束了，因此没有可用的模型</translation>
    </message>
    <message>
        <source>the recorded checksum &quot;{text}&quot; is damaged</source>
        <translation>记录的校验和 &quot;{text}&quot; 已损坏</translation>
    </message>
    <message>
        <source>the recorded preprocessing is damaged: its sizes do not fit together</source>
        <translation>记录的预处理已损坏：各项尺寸互不相符</translation>
    </message>
    <message>
        <source>the recorded {what} can&apos;t be read: {reason}. The record is damaged, or a newer Lockstep wrote it.</source>
        <translation>无法读取记录的 {what}：{reason}。记录已损坏，或由更新版本的 Lockstep 写入。</translation>
    </message>
    <message>
        <source>the recorded {what} is damaged</source>
        <translation>记录的 {what} 已损坏</translation>
    </message>
    <message>
        <source>the run {run} can&apos;t be repeated as it was: {drift}. Pass --accept-drift to train all the same and see what it changes</source>
        <translation>运行 {run} 无法按原样重现：{drift}。如仍要训练并查看会有什么变化，请使用 --accept-drift</translation>
    </message>
    <message>
        <source>the run {run} cannot go on as it began: {drift}. Pass --accept-drift to go on all the same</source>
        <translation>运行 {run} 无法按开始时的条件继续：{drift}。如仍要继续，请使用 --accept-drift</translation>
    </message>
    <message>
        <source>the run {run} ended before its config was recorded; train it again</source>
        <translation>运行 {run} 在记录配置之前就结束了；请重新训练</translation>
    </message>
    <message>
        <source>the run {run} ended before its data were recorded: there are none to pack</source>
        <translation>运行 {run} 在记录数据之前就结束了：没有可打包的数据</translation>
    </message>
    <message>
        <source>the run {run} ended before its first step: there is nothing to check a reproduction against</source>
        <translation>运行 {run} 在第一步之前就结束了：没有可供重现对照的内容</translation>
    </message>
    <message>
        <source>the run {run} has neither a validation nor a test part; name other data with --data PATH</source>
        <translation>运行 {run} 既没有验证集也没有测试集；请用 --data PATH 指定其他数据</translation>
    </message>
    <message>
        <source>the run {run} has no checkpoint yet</source>
        <translation>运行 {run} 还没有检查点</translation>
    </message>
    <message>
        <source>the run {run} is finished; there is nothing to resume</source>
        <translation>运行 {run} 已完成；没有可继续的内容</translation>
    </message>
    <message>
        <source>the run {run} is given twice</source>
        <translation>运行 {run} 给出了两次</translation>
    </message>
    <message>
        <source>the run {run} is {status}; only a run that is over can be copied. Stop it, or wait for its end</source>
        <translation>运行 {run} 的状态为 {status}；只能复制已结束的运行。请停止它，或等它结束</translation>
    </message>
    <message>
        <source>the run {run} is {status}; only a run that is over can be reproduced</source>
        <translation>运行 {run} 的状态为 {status}；只能重现已结束的运行</translation>
    </message>
    <message>
        <source>the run {run} is {status}; only a run that is over can be resumed</source>
        <translation>运行 {run} 的状态为 {status}；只能继续已结束的运行</translation>
    </message>
    <message>
        <source>the sampling weights must have a positive, finite sum</source>
        <translation>采样权重之和必须是有限的正数</translation>
    </message>
    <message>
        <source>the schedule has a learning rate for steps 1 to {last}, not for {step}</source>
        <translation>学习率调度只覆盖第 1 步到第 {last} 步，不包括第 {step} 步</translation>
    </message>
    <message>
        <source>the seed of {key} is {after}, was {before}</source>
        <translation>{key} 的随机种子现为 {after}，原为 {before}</translation>
    </message>
    <message>
        <source>the series &quot;{key}&quot; holds something else already; choose another key</source>
        <translation>序列 &quot;{key}&quot; 已用于其他内容；请换一个键</translation>
    </message>
    <message>
        <source>the setting &quot;</source>
        <translation>设置 &quot;</translation>
    </message>
    <message>
        <source>the training part has {samples} samples, which is less than one batch, and data.drop_last leaves it out; use a smaller data.batch_size</source>
        <translation>训练集有 {samples} 个样本，不足一个批次，会被 data.drop_last 丢弃；请减小 data.batch_size</translation>
    </message>
    <message>
        <source>the weights of step {step}, the best by {metric}, are not there any more; the test part is evaluated with the last</source>
        <translation>按 {metric} 最佳的第 {step} 步的权重已不存在；将用最后的权重评估测试集</translation>
    </message>
    <message>
        <source>there are no runs in {project} yet</source>
        <translation>{project} 中还没有运行</translation>
    </message>
    <message>
        <source>there is no run &quot;{run}&quot; in {project}; `lockstep runs` lists them</source>
        <translation>{project} 中没有运行 &quot;{run}&quot;；可用 `lockstep runs` 列出</translation>
    </message>
    <message>
        <source>there is no such file; allowed is a config&apos;s path, or preset:NAME</source>
        <translation>没有这个文件；应为配置的路径，或 preset:NAME</translation>
    </message>
    <message>
        <source>there is no such preset</source>
        <translation>没有这个预设</translation>
    </message>
    <message>
        <source>these data can&apos;t be used as the recorded ones were: {reason}</source>
        <translation>这些数据不能像记录的数据那样使用：{reason}</translation>
    </message>
    <message>
        <source>these data files are not what the run {run} was trained on any more, so they can&apos;t be packed with it:{files}</source>
        <translation>这些数据文件已不是运行 {run} 训练时的文件，因此不能与它一起打包：{files}</translation>
    </message>
    <message>
        <source>train.monitor names {key}, which this run does not have</source>
        <translation>train.monitor 指定了 {key}，但此运行没有该指标</translation>
    </message>
    <message>
        <source>training began from other weights</source>
        <translation>训练的初始权重不同</translation>
    </message>
    <message>
        <source>unknown augmentation &quot;{type}&quot;; allowed are {names}</source>
        <translation>未知的数据增强 &quot;{type}&quot;；可以使用 {names}</translation>
    </message>
    <message>
        <source>unknown data set &quot;{name}&quot;; known are {names}; for your own data set data.kind and data.path</source>
        <translation>未知的数据集 &quot;{name}&quot;；内置的有 {names}；使用自己的数据时请设置 data.kind 和 data.path</translation>
    </message>
    <message>
        <source>unknown init &quot;{found}&quot;</source>
        <translation>未知的初始化方式 &quot;{found}&quot;</translation>
    </message>
    <message>
        <source>unknown kind of data &quot;{kind}&quot;; allowed are &quot;csv&quot;, &quot;idx&quot;, &quot;npy&quot;, &quot;images&quot;</source>
        <translation>未知的数据种类 &quot;{kind}&quot;；可以使用 &quot;csv&quot;、&quot;idx&quot;、&quot;npy&quot;、&quot;images&quot;</translation>
    </message>
    <message>
        <source>unknown model preset &quot;{name}&quot;; there are {names}</source>
        <translation>未知的模型预设 &quot;{name}&quot;；可用的有 {names}</translation>
    </message>
    <message>
        <source>unknown workload &quot;{name}&quot;; there are {names}</source>
        <translation>未知的工作负载 &quot;{name}&quot;；可用的有 {names}</translation>
    </message>
    <message>
        <source>unknown {family} &quot;{name}&quot;; there are {names}</source>
        <translation>未知的 {family} &quot;{name}&quot;；可用的有 {names}</translation>
    </message>
    <message>
        <source>unknown {what} &quot;{name}&quot;; allowed are {allowed}</source>
        <translation>未知的 {what} &quot;{name}&quot;；可以使用 {allowed}</translation>
    </message>
    <message>
        <source>validation_fraction and test_fraction add up to {found}; less than 1 is allowed, so that something is left to train on</source>
        <translation>validation_fraction 与 test_fraction 之和为 {found}；必须小于 1，才有剩余数据用于训练</translation>
    </message>
    <message>
        <source>{above} is {found}, not a table; it has no {part}</source>
        <translation>{above} 是 {found}，不是表；其中没有 {part}</translation>
    </message>
    <message>
        <source>{bad} of {all} inputs can&apos;t be used:
{problems}</source>
        <translation>{all} 个输入中有 {bad} 个无法使用：
{problems}</translation>
    </message>
    <message>
        <source>{count} of {total} data files in {base} can&apos;t be read:{list}</source>
        <translation>{base} 中的 {total} 个数据文件有 {count} 个无法读取：{list}</translation>
    </message>
    <message>
        <source>{count} words are too many for one step</source>
        <translation>{count} 个随机字超过了一步的上限</translation>
    </message>
    <message>
        <source>{dataset} has a test part of its own; leave it out</source>
        <translation>{dataset} 自带测试集；请不要填写此项</translation>
    </message>
    <message>
        <source>{file} doesn&apos;t fit the workload: {reason}</source>
        <translation>{file} 与工作负载不符：{reason}</translation>
    </message>
    <message>
        <source>{loss} compares numbers, but the target has {classes} classes; use CrossEntropyLoss</source>
        <translation>{loss} 用于比较数值，但目标有 {classes} 个类别；请使用 CrossEntropyLoss</translation>
    </message>
    <message>
        <source>{loss} needs classes, but the target is a real number; use MSELoss, or read the target as text</source>
        <translation>{loss} 需要类别，但目标是实数；请使用 MSELoss，或将目标按文本读取</translation>
    </message>
    <message>
        <source>{name} is {found}, but the input has {expected}; leave {name} out or write {expected}</source>
        <translation>{name} 为 {found}，但输入为 {expected}；请不要填写 {name}，或写 {expected}</translation>
    </message>
    <message>
        <source>{path} belongs to another program; Lockstep leaves it alone. Choose another folder</source>
        <translation>{path} 属于其他程序，Lockstep 不会改动它。请选择其他文件夹</translation>
    </message>
    <message>
        <source>{path} changed while it was packed; try again</source>
        <translation>{path} 在打包时发生了变化；请重试</translation>
    </message>
    <message>
        <source>{path} does not fit the training data: {reason}</source>
        <translation>{path} 与训练数据不符：{reason}</translation>
    </message>
    <message>
        <source>{path} does not fit this model:
{report}</source>
        <translation>{path} 与此模型不符：
{report}</translation>
    </message>
    <message>
        <source>{path} has changed since it was first read: {reason}</source>
        <translation>{path} 自首次读取后发生了变化：{reason}</translation>
    </message>
    <message>
        <source>{path} is larger than the {limit} bytes that are read from such a file</source>
        <translation>{path} 超过了此类文件的读取上限 {limit} 字节</translation>
    </message>
    <message>
        <source>{path} is no Lockstep project: it has no lockstep.db</source>
        <translation>{path} 不是 Lockstep 项目：其中没有 lockstep.db</translation>
    </message>
    <message>
        <source>{path} is no series.db of Lockstep: {reason}</source>
        <translation>{path} 不是 Lockstep 的 series.db：{reason}</translation>
    </message>
    <message>
        <source>{path} is not a checkpoint of Lockstep: its metadata has no &quot;{key}&quot;</source>
        <translation>{path} 不是 Lockstep 的检查点：其元数据中没有 &quot;{key}&quot;</translation>
    </message>
    <message>
        <source>{path} is not a usable checkpoint: {what}</source>
        <translation>{path} 不是可用的检查点：{what}</translation>
    </message>
    <message>
        <source>{path} is not a usable safetensors file: {what}</source>
        <translation>{path} 不是可用的 safetensors 文件：{what}</translation>
    </message>
    <message>
        <source>{path} is there already, and no run&apos;s; move it away, then unpack again</source>
        <translation>{path} 已存在，且不属于任何运行；请将其移走后重新解包</translation>
    </message>
    <message>
        <source>{path} needs {asked} bytes of memory, the budget for data is {budget} bytes; use a smaller file or a machine with more memory</source>
        <translation>{path} 需要 {asked} 字节内存，数据的预算为 {budget} 字节；请使用更小的文件，或内存更大的机器</translation>
    </message>
    <message>
        <source>{path} uses SQLite&apos;s rollback journal, because the write-ahead log does not work there (a network filesystem?): it is safe, but programs may wait for each other</source>
        <translation>{path} 使用 SQLite 的回滚日志，因为预写日志在那里不可用（可能是网络文件系统）：数据是安全的，但各程序可能需要互相等待</translation>
    </message>
    <message>
        <source>{path} was written by a newer Lockstep (its schema is {found}, this program knows {known}); update Lockstep to open it</source>
        <translation>{path} 由更新版本的 Lockstep 写入（其结构版本为 {found}，本程序支持 {known}）；请更新 Lockstep 后再打开</translation>
    </message>
    <message>
        <source>{path} was written by a newer version of Lockstep</source>
        <translation>{path} 由更新版本的 Lockstep 写入</translation>
    </message>
    <message>
        <source>{path}: damaged ZIP data: {reason}</source>
        <translation>{path}：ZIP 数据已损坏：{reason}</translation>
    </message>
    <message>
        <source>{path}: damaged gzip data: {reason}</source>
        <translation>{path}：gzip 数据已损坏：{reason}</translation>
    </message>
    <message>
        <source>{path}: its {found}, the model was trained on {expected}</source>
        <translation>{path}：其 {found}，而模型是用 {expected} 训练的</translation>
    </message>
    <message>
        <source>{path}: this is {found}, the model was trained on {expected}</source>
        <translation>{path}：实际为 {found}，而模型是用 {expected} 训练的</translation>
    </message>
    <message>
        <source>{path}: {count} {noun}:{list}</source>
        <translation>{path}：发现 {count} 个问题（{noun}）：{list}</translation>
    </message>
    <message>
        <source>{path}: {reason}</source>
        <translation>{path}：{reason}</translation>
    </message>
    <message>
        <source>{type} expects 1 or {expected} values of pos_weight, found {found}</source>
        <translation>{type} 的 pos_weight 应有 1 个或 {expected} 个值，实际为 {found} 个</translation>
    </message>
    <message>
        <source>{type} expects a target of {expected}, received {found}</source>
        <translation>{type} 的目标应为 {expected}，实际为 {found}</translation>
    </message>
    <message>
        <source>{type} expects {expected} values from the last layer, as many as a target has, found {found}</source>
        <translation>{type} 要求最后一层输出 {expected} 个值，与目标的值数相同，实际为 {found} 个</translation>
    </message>
    <message>
        <source>{type} gets {inputs} (without the batch): {reason}</source>
        <translation>{type} 的输入为 {inputs}（不含批次）：{reason}</translation>
    </message>
    <message>
        <source>{type} has no argument &quot;{name}&quot;; it takes {names}</source>
        <translation>{type} 没有参数 &quot;{name}&quot;；可用的有 {names}</translation>
    </message>
    <message>
        <source>{type} needs {name}: {allowed}</source>
        <translation>{type} 需要 {name}：{allowed}</translation>
    </message>
    <message>
        <source>{type} takes no &quot;{name}&quot; ({owners} does). Allowed here: {allowed}</source>
        <translation>{type} 没有参数 &quot;{name}&quot;（{owners} 有）。此处可用：{allowed}</translation>
    </message>
    <message>
        <source>{type}: {name}: {problem}</source>
        <translation>{type}：{name}：{problem}</translation>
    </message>
    <message>
        <source>{what} is written twice; keep one of them</source>
        <translation>{what} 写了两次；请只保留一个</translation>
    </message>
    <message>
        <source>a report needs a run</source>
        <translation>报告至少需要一个运行</translation>
    </message>
    <message>
        <source>a PDF is printed by the window&apos;s part of the program</source>
        <translation>PDF 由程序的窗口部分生成</translation>
    </message>
    <message>
        <source>{file}: a report&apos;s format is told by the file&apos;s extension, which is one of .html, .pdf, .md, .tex, .csv, .json</source>
        <translation>{file}：报告的格式由文件扩展名决定，应为 .html、.pdf、.md、.tex、.csv、.json 之一</translation>
    </message>
    <message>
        <source>the run {run} is in the trash of {project}; `lockstep restore {run}` brings it back. Nothing was changed</source>
        <translation>运行 {run} 在 {project} 的回收站中；可用 `lockstep restore {run}` 还原。没有任何更改</translation>
    </message>
    <message>
        <source>the run {run} is in {project} already; nothing was changed</source>
        <translation>运行 {run} 已在 {project} 中；没有任何更改</translation>
    </message>
    <message>
        <source>no earlier layer is called &quot;{name}&quot;; Allowed: {allowed}, or a position from 0</source>
        <translation>前面没有名为“{name}”的层；可用：{allowed}，或从 0 开始的位置</translation>
    </message>
    <message>
        <source>no earlier layer is called &quot;{name}&quot;; did you mean &quot;{nearest}&quot;? Allowed: {allowed}, or a position from 0</source>
        <translation>前面没有名为“{name}”的层；是否想写“{nearest}”？可用：{allowed}，或从 0 开始的位置</translation>
    </message>
    <message>
        <source>unknown data set &quot;{name}&quot;; did you mean &quot;{nearest}&quot;? Known: {allowed}, or kind and path</source>
        <translation>未知的数据集“{name}”；是否想写“{nearest}”？已知的有：{allowed}，或者用 kind 和 path</translation>
    </message>
    <message>
        <source>unknown data set &quot;{name}&quot;; known: {allowed}, or kind and path</source>
        <translation>未知的数据集“{name}”；已知的有：{allowed}，或者用 kind 和 path</translation>
    </message>
    <message>
        <source>unknown key &quot;{name}&quot;; Allowed here: {allowed}</source>
        <translation>未知的键“{name}”；此处可用：{allowed}</translation>
    </message>
    <message>
        <source>unknown key &quot;{name}&quot;; did you mean &quot;{nearest}&quot;? Allowed here: {allowed}</source>
        <translation>未知的键“{name}”；是否想写“{nearest}”？此处可用：{allowed}</translation>
    </message>
    <message>
        <source>unknown model &quot;{name}&quot;; Known: {allowed}</source>
        <translation>未知的模型“{name}”；已知的有：{allowed}</translation>
    </message>
    <message>
        <source>unknown model &quot;{name}&quot;; did you mean &quot;{nearest}&quot;? Known: {allowed}</source>
        <translation>未知的模型“{name}”；是否想写“{nearest}”？已知的有：{allowed}</translation>
    </message>
    <message>
        <source>unknown {family} &quot;{name}&quot;; Known: {allowed}</source>
        <translation>未知的 {family}“{name}”；已知的有：{allowed}</translation>
    </message>
    <message>
        <source>unknown {family} &quot;{name}&quot;; did you mean &quot;{nearest}&quot;? Known: {allowed}</source>
        <translation>未知的 {family}“{name}”；是否想写“{nearest}”？已知的有：{allowed}</translation>
    </message>
    <message>
        <source>{path}: column &quot;{column}&quot; has no value in the training part; put it into data.ignore</source>
        <translation>{path}：“{column}”列在训练部分中没有任何值；请将其放入 data.ignore</translation>
    </message>
    <message>
        <source>{path}: the target column &quot;{column}&quot; has {count} different values in {rows} rows: too many for classes; for regression set its type to &quot;real&quot; in data.column_types</source>
        <translation>{path}：目标列“{column}”在 {rows} 行中有 {count} 个不同的值，作为类别过多；若要做回归，请在 data.column_types 中将其类型设为 &quot;real&quot;</translation>
    </message>
    <message>
        <source>{path}: the text column &quot;{column}&quot; has {count} different values, more than {limit}; put it into data.ignore</source>
        <translation>{path}：文本列“{column}”有 {count} 个不同的值，超过 {limit} 个；请将其放入 data.ignore</translation>
    </message>
    <message>
        <source>Lockstep&apos;s CUDA module cannot be loaded: {reason}</source>
        <translation>无法加载 Lockstep 的 CUDA 模块：{reason}</translation>
    </message>
    <message>
        <source>Lockstep&apos;s CUDA module has no code for this GPU ({name}); it supports GPUs of compute capability 7.5 and higher, or those it was built for (LOCKSTEP_CUDA_ARCHITECTURES)</source>
        <translation>Lockstep 的 CUDA 模块没有适用于此 GPU 的代码（{name}）；它支持计算能力 7.5 及以上的 GPU，或构建时指定的架构（LOCKSTEP_CUDA_ARCHITECTURES）</translation>
    </message>
    <message>
        <source>no NVIDIA GPU is visible; check that one is installed, and that CUDA_VISIBLE_DEVICES does not hide it</source>
        <translation>找不到 NVIDIA GPU；请检查是否已安装，以及 CUDA_VISIBLE_DEVICES 是否将其隐藏</translation>
    </message>
    <message>
        <source>no NVIDIA driver is installed; install one for CUDA {needed} or newer (on Debian: the package nvidia-driver, or NVIDIA&apos;s own)</source>
        <translation>未安装 NVIDIA 驱动；请安装支持 CUDA {needed} 或更新版本的驱动（Debian 上为软件包 nvidia-driver，或使用 NVIDIA 官方驱动）</translation>
    </message>
    <message>
        <source>out of memory on the GPU in {call}; use a smaller data.batch_size, or end other programs that use the GPU</source>
        <translation>{call} 时 GPU 内存不足；请减小 data.batch_size，或关闭其他使用 GPU 的程序</translation>
    </message>
    <message>
        <source>the GPU stopped working for this program: {call} gave {name} ({text}). What was recorded is safe; start Lockstep again to use the GPU and resume the run, or go on with the CPU</source>
        <translation>GPU 已无法继续为本程序工作：{call} 返回 {name}（{text}）。已记录的内容是安全的；请重新启动 Lockstep 以使用 GPU 并恢复该运行，或改用 CPU 继续</translation>
    </message>
    <message>
        <source>the GPUs cannot be listed: {name} ({text}); check the driver with nvidia-smi</source>
        <translation>无法列出 GPU：{name}（{text}）；请用 nvidia-smi 检查驱动</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it is for CUDA {driver}, and CUDA {needed} is needed; install a newer driver and restart</source>
        <translation>NVIDIA 驱动版本过旧：它支持 CUDA {driver}，而需要 CUDA {needed}；请安装更新的驱动并重新启动</translation>
    </message>
    <message>
        <source>the commits between the two cannot be read: {reason}</source>
        <translation>无法读取两者之间的提交：{reason}</translation>
    </message>
    <message>
        <source>the library {library} was not found; {advice}</source>
        <translation>找不到库 {library}；{advice}</translation>
    </message>
    <message>
        <source>the repository {path} cannot be read any more: {reason}</source>
        <translation>已无法读取仓库 {path}：{reason}</translation>
    </message>
    <message>
        <source>the repository {path} does not hold the commit {commit}: it was rewritten, or is another or a shallow copy</source>
        <translation>仓库 {path} 中没有提交 {commit}：历史已被改写，或者这是另一个或不完整的副本</translation>
    </message>
    <message>
        <source>the two commits have no common history</source>
        <translation>这两个提交没有共同的历史</translation>
    </message>
    <message>
        <source>there is no {device}: this machine has {count} usable GPU(s), counted from 0</source>
        <translation>没有 {device}：本机有 {count} 个可用的 GPU，从 0 开始编号</translation>
    </message>
    <message>
        <source>this build of Lockstep has no CUDA module ({path} is not there); build it where the CUDA toolkit and cuDNN are installed</source>
        <translation>此 Lockstep 构建不含 CUDA 模块（{path} 不存在）；请在装有 CUDA 工具包和 cuDNN 的机器上构建</translation>
    </message>
    <message>
        <source>{call} failed in cuBLASLt: {text}</source>
        <translation>{call} 在 cuBLASLt 中失败：{text}</translation>
    </message>
    <message>
        <source>{call} failed in cuDNN: {text}</source>
        <translation>{call} 在 cuDNN 中失败：{text}</translation>
    </message>
    <message>
        <source>{call} failed with {name}: {text}</source>
        <translation>{call} 失败，返回 {name}：{text}</translation>
    </message>
    <message>
        <source>{path} belongs to another build of Lockstep; install the program and its CUDA module together</source>
        <translation>{path} 属于另一个 Lockstep 构建；请一并安装程序及其 CUDA 模块</translation>
    </message>
    <message>
        <source>{what} is not possible while a step is captured</source>
        <translation>在捕获训练步时不能进行：{what}</translation>
    </message>
    <message>
        <source>a run&apos;s name is one line of text without control characters</source>
        <translation>运行的名称应为一行文本，不含控制字符</translation>
    </message>
    <message>
        <source>memory is short: the captured step&apos;s was given back, and training goes on without</source>
        <translation>内存不足：已归还捕获的训练步所占的内存，训练不再使用捕获，继续进行</translation>
    </message>
    <message>
        <source>the step could not be captured as a graph, and training goes on without: {reason}</source>
        <translation>无法将训练步捕获为计算图，训练不使用捕获，继续进行：{reason}</translation>
    </message>
    <message>
        <source>the step is not captured as a graph, since hooks look at its layers&apos; values</source>
        <translation>训练步未捕获为计算图，因为有钩子在查看各层的值</translation>
    </message>
    <message>
        <source>the step is not captured as a graph, since other parameters get a gradient than before</source>
        <translation>训练步未捕获为计算图，因为得到梯度的参数与之前不同</translation>
    </message>
    <message>
        <source>the step is not captured as a graph, since the device can&apos;t</source>
        <translation>训练步未捕获为计算图，因为该设备不支持</translation>
    </message>
    <message>
        <source>the step was captured as a graph, which is replayed from now on</source>
        <translation>训练步已捕获为计算图，从现在起重放该图</translation>
    </message>
    <message>
        <source>[{operator}] can&apos;t repeat bit for bit on {device}, and reproducibility.strict refuses such an operator; set reproducibility.strict = false to allow it, or use another layer</source>
        <translation>[{operator}] 在 {device} 上无法逐位重现，而 reproducibility.strict 拒绝这样的算子；可设置 reproducibility.strict = false 以允许它，或改用其他层</translation>
    </message>
    <message>
        <source>auto took the CPU: {reason}</source>
        <translation>auto 选用了 CPU：{reason}</translation>
    </message>
    <message>
        <source>auto took {device}, {name}</source>
        <translation>auto 选用了 {device}（{name}）</translation>
    </message>
    <message>
        <source>Nothing was computed that could be compared: no step of both was recorded. What was recorded before the first is the same</source>
        <translation>没有可比较的计算结果：两者没有都记录下的步。第一步之前的记录相同</translation>
    </message>
    <message>
        <source>the GPU is held by another program alone, or its driver gives it to nobody; end that program, or see the compute mode in nvidia-smi</source>
        <translation>GPU 正被另一个程序独占，或驱动程序不允许任何程序使用它；请结束该程序，或用 nvidia-smi 查看计算模式</translation>
    </message>
</context>
<context>
    <name>lockstep::schema</name>
    <message>
        <source>1 / (1 + exp(-x))</source>
        <translation>S 形函数 1 / (1 + exp(-x))</translation>
    </message>
    <message>
        <source>1: grey, 3: colour; left out: as the files are</source>
        <translation>1：灰度，3：彩色；留空则与文件一致</translation>
    </message>
    <message>
        <source>A known data set; or else kind and path</source>
        <translation>内置数据集；使用其他数据时改填 kind 和 path</translation>
    </message>
    <message>
        <source>A linear rise, then half a cosine down over the rest of the run</source>
        <translation>先线性上升，再在剩余的运行中沿半个余弦下降</translation>
    </message>
    <message>
        <source>A model by name instead of [[model.layers]]</source>
        <translation>按名称选用模型，代替 [[model.layers]]</translation>
    </message>
    <message>
        <source>A share of the best value, or a difference</source>
        <translation>按最佳值的比例，或按差值</translation>
    </message>
    <message>
        <source>A test part of its own</source>
        <translation>单独的测试集</translation>
    </message>
    <message>
        <source>A validation part of its own</source>
        <translation>单独的验证集</translation>
    </message>
    <message>
        <source>Above this beta x the function is x itself</source>
        <translation>beta x 超过此值时，函数即为 x 本身</translation>
    </message>
    <message>
        <source>Accumulate</source>
        <translation>梯度累积</translation>
    </message>
    <message>
        <source>Adam with a weight decay that the gradient&apos;s size doesn&apos;t change</source>
        <translation>权重衰减不受梯度大小影响的 Adam</translation>
    </message>
    <message>
        <source>Add a learned constant to each channel</source>
        <translation>为每个通道加上一个可学习的常数</translation>
    </message>
    <message>
        <source>Add a learned constant to each output</source>
        <translation>为每个输出加上一个可学习的常数</translation>
    </message>
    <message>
        <source>Added to the divisor</source>
        <translation>加在分母上</translation>
    </message>
    <message>
        <source>Added to the variance</source>
        <translation>加在方差上</translation>
    </message>
    <message>
        <source>Affine</source>
        <translation>仿射变换</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>系数 α</translation>
    </message>
    <message>
        <source>Also a last window that reaches past the end</source>
        <translation>保留超出边缘的最后一个窗口</translation>
    </message>
    <message>
        <source>An empty field: refuse the file, put the training part&apos;s mean there, or drop the row</source>
        <translation>遇到空字段时：拒绝该文件、填入训练集的均值，或丢弃该行</translation>
    </message>
    <message>
        <source>Anneal strategy</source>
        <translation>退火方式</translation>
    </message>
    <message>
        <source>Anything worth remembering</source>
        <translation>任何值得记下的内容</translation>
    </message>
    <message>
        <source>Approximate</source>
        <translation>近似方式</translation>
    </message>
    <message>
        <source>Augment</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Augmentations</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Axis along which the values sum to 1; the batch is axis 0</source>
        <translation>沿此轴各值之和为 1；轴 0 是批次</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>批次大小</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>系数 β</translation>
    </message>
    <message>
        <source>Betas</source>
        <translation>系数 β1、β2</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Border of zeros on each side</source>
        <translation>每侧补零的宽度</translation>
    </message>
    <message>
        <source>Border on each side, at most half the window</source>
        <translation>每侧填充的宽度，最多为窗口的一半</translation>
    </message>
    <message>
        <source>Brings each channel of images to mean 0 and deviation 1 over the batch</source>
        <translation>在批次内将图像的每个通道归一化为均值 0、标准差 1</translation>
    </message>
    <message>
        <source>Brings each feature to mean 0 and deviation 1 over the batch</source>
        <translation>在批次内将每个特征归一化为均值 0、标准差 1</translation>
    </message>
    <message>
        <source>By how much a value has to be better</source>
        <translation>至少改善多少才算更好</translation>
    </message>
    <message>
        <source>By mean and deviation of the training part, to [0, 1], or not at all</source>
        <translation>按训练集的均值和标准差，缩放到 [0, 1]，或不做归一化</translation>
    </message>
    <message>
        <source>COLUMN</source>
        <translation>列名</translation>
    </message>
    <message>
        <source>CPU instructions to use at most; auto: the best there are, which is recorded</source>
        <translation>最高可用的 CPU 指令集；auto：用本机支持的最好的，并记录下来</translation>
    </message>
    <message>
        <source>CPU threads; 0: one a core</source>
        <translation>CPU 线程数；0：每个核心一个</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存大小</translation>
    </message>
    <message>
        <source>Ceil mode</source>
        <translation>向上取整</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>通道数</translation>
    </message>
    <message>
        <source>Channels of the input</source>
        <translation>输入的通道数</translation>
    </message>
    <message>
        <source>Checkpoint interval</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>梯度范数裁剪</translation>
    </message>
    <message>
        <source>Clip value</source>
        <translation>梯度值裁剪</translation>
    </message>
    <message>
        <source>Code dir</source>
        <translation>代码文件夹</translation>
    </message>
    <message>
        <source>Column types</source>
        <translation>列类型</translation>
    </message>
    <message>
        <source>Columns to learn from; empty: all but the target and the ignored</source>
        <translation>用于学习的列；留空：除目标列和忽略的列以外的全部</translation>
    </message>
    <message>
        <source>Columns to leave out</source>
        <translation>不使用的列</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算精度</translation>
    </message>
    <message>
        <source>Config version</source>
        <translation>配置版本</translation>
    </message>
    <message>
        <source>Cooldown</source>
        <translation>冷却期</translation>
    </message>
    <message>
        <source>Count include pad</source>
        <translation>计入填充</translation>
    </message>
    <message>
        <source>Cuts a window out of the zero-padded image at a random place</source>
        <translation>在补零后的图像中随机裁剪一个窗口</translation>
    </message>
    <message>
        <source>Dampening</source>
        <translation>阻尼</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>数据集</translation>
    </message>
    <message>
        <source>Decides the best step, early stopping and plateaus; left out: val/loss, without a validation part train/loss</source>
        <translation>用于判断最佳步、早停和停滞；留空：val/loss，没有验证集时为 train/loss</translation>
    </message>
    <message>
        <source>Degrees</source>
        <translation>角度</translation>
    </message>
    <message>
        <source>Delta</source>
        <translation>阈值 δ</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>膨胀率</translation>
    </message>
    <message>
        <source>Dim</source>
        <translation>轴</translation>
    </message>
    <message>
        <source>Distance of the pixels that a filter sees</source>
        <translation>卷积核所见像素之间的间距</translation>
    </message>
    <message>
        <source>Div factor</source>
        <translation>初始学习率除数</translation>
    </message>
    <message>
        <source>Down to the first rate as long as up, then on to the last</source>
        <translation>先用与上升等长的时间降回初始学习率，再继续降到最终学习率</translation>
    </message>
    <message>
        <source>Draws of the weighted sampler</source>
        <translation>加权采样器的抽取</translation>
    </message>
    <message>
        <source>Drop last</source>
        <translation>丢弃末批</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>随机失活（Dropout）</translation>
    </message>
    <message>
        <source>Dropout masks</source>
        <translation>Dropout 掩码</translation>
    </message>
    <message>
        <source>Early stopping patience</source>
        <translation>早停耐心值</translation>
    </message>
    <message>
        <source>End dim</source>
        <translation>结束轴</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>轮数</translation>
    </message>
    <message>
        <source>Epochs after which it is reduced</source>
        <translation>在哪些轮之后降低学习率</translation>
    </message>
    <message>
        <source>Epochs between two reductions</source>
        <translation>两次降低之间的轮数</translation>
    </message>
    <message>
        <source>Epochs until eta_min; left out: the whole run</source>
        <translation>降到 eta_min 所用的轮数；留空：整个运行</translation>
    </message>
    <message>
        <source>Eps</source>
        <translation>极小量 ε</translation>
    </message>
    <message>
        <source>Eta min</source>
        <translation>最低学习率 η_min</translation>
    </message>
    <message>
        <source>Evaluations after a reduction that don&apos;t count</source>
        <translation>降低学习率后不计入的评估次数</translation>
    </message>
    <message>
        <source>Evaluations without a better monitor before stopping; 0: never</source>
        <translation>监控指标连续多少次评估没有改善就停止；0：从不</translation>
    </message>
    <message>
        <source>Evaluations without a better value that are accepted</source>
        <translation>可容忍的无改善评估次数</translation>
    </message>
    <message>
        <source>Every output is a weighted sum of all inputs</source>
        <translation>每个输出都是全部输入的加权和</translation>
    </message>
    <message>
        <source>Exact, or a formula with tanh</source>
        <translation>精确计算，或用 tanh 近似公式</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>缩减系数</translation>
    </message>
    <message>
        <source>Fashion-MNIST: 70,000 grey images of 28 x 28, 10 classes</source>
        <translation>Fashion-MNIST：70,000 张 28 x 28 灰度图像，10 个类别</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>特征</translation>
    </message>
    <message>
        <source>Features or channels of the input</source>
        <translation>输入的特征数或通道数</translation>
    </message>
    <message>
        <source>Filters, which are the output&apos;s channels</source>
        <translation>卷积核个数，即输出的通道数</translation>
    </message>
    <message>
        <source>Final div factor</source>
        <translation>最终学习率除数</translation>
    </message>
    <message>
        <source>First axis that is joined; the batch is axis 0</source>
        <translation>要合并的第一个轴；轴 0 是批次</translation>
    </message>
    <message>
        <source>Folder whose git state is recorded; left out: the config&apos;s folder</source>
        <translation>记录其 git 状态的文件夹；留空：配置所在的文件夹</translation>
    </message>
    <message>
        <source>For classes: softmax and the logarithm of the right one&apos;s share</source>
        <translation>用于分类：先 softmax，再取正确类别概率的负对数</translation>
    </message>
    <message>
        <source>For numbers: HuberLoss divided by beta</source>
        <translation>用于数值：HuberLoss 除以 beta</translation>
    </message>
    <message>
        <source>For numbers: squared near 0, absolute beyond delta</source>
        <translation>用于数值：0 附近取平方误差，超出 delta 取绝对误差</translation>
    </message>
    <message>
        <source>For numbers: the mean of the absolute errors</source>
        <translation>用于数值：绝对误差的均值</translation>
    </message>
    <message>
        <source>For numbers: the mean of the squared errors</source>
        <translation>用于数值：平方误差的均值</translation>
    </message>
    <message>
        <source>For yes or no: each output is one question&apos;s log-odds</source>
        <translation>用于是非判断：每个输出是一个问题的对数几率</translation>
    </message>
    <message>
        <source>Fraction</source>
        <translation>位移比例</translation>
    </message>
    <message>
        <source>Furthest move, as a fraction of the height and of the width</source>
        <translation>最大位移，以高度和宽度的比例表示</translation>
    </message>
    <message>
        <source>Gamma</source>
        <translation>衰减系数 γ</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>分组</translation>
    </message>
    <message>
        <source>Half a cosine down to eta_min</source>
        <translation>沿半个余弦下降到 eta_min</translation>
    </message>
    <message>
        <source>Header</source>
        <translation>标题行</translation>
    </message>
    <message>
        <source>Height and width of a filter</source>
        <translation>卷积核的高和宽</translation>
    </message>
    <message>
        <source>Height and width of a window</source>
        <translation>窗口的高和宽</translation>
    </message>
    <message>
        <source>Height and width of the output</source>
        <translation>输出的高和宽</translation>
    </message>
    <message>
        <source>Height and width of the window; left out: the image&apos;s own</source>
        <translation>窗口的高和宽；留空：与图像相同</translation>
    </message>
    <message>
        <source>Height and width that every image is brought to; left out: unequal sizes are an error</source>
        <translation>将所有图像调整到的高和宽；留空：尺寸不一致时报错</translation>
    </message>
    <message>
        <source>Highest rate; left out: the optimizer&apos;s learning_rate</source>
        <translation>最高学习率；留空：优化器的 learning_rate</translation>
    </message>
    <message>
        <source>How long, and what is watched</source>
        <translation>训练多久，以及监控什么</translation>
    </message>
    <message>
        <source>How much a yes counts, one a question; left out: as much as a no</source>
        <translation>“是”的权重，每个问题一个；留空：与“否”相同</translation>
    </message>
    <message>
        <source>How much each class counts; left out: all the same</source>
        <translation>各类别的权重；留空：全部相同</translation>
    </message>
    <message>
        <source>How much of the running means of gradient and square is kept</source>
        <translation>梯度及其平方的滑动平均的保留比例</translation>
    </message>
    <message>
        <source>How the files at path are read</source>
        <translation>如何读取 path 处的文件</translation>
    </message>
    <message>
        <source>How the learning rate changes from step to step</source>
        <translation>学习率如何逐步变化</translation>
    </message>
    <message>
        <source>How the parameters move</source>
        <translation>参数如何更新</translation>
    </message>
    <message>
        <source>How the run is called and where it computes; never changes the experiment</source>
        <translation>运行的名称和计算设备；从不改变实验</translation>
    </message>
    <message>
        <source>How the weights begin; default: as PyTorch&apos;s</source>
        <translation>权重的初始化方式；默认与 PyTorch 相同</translation>
    </message>
    <message>
        <source>Hyperbolic tangent</source>
        <translation>双曲正切</translation>
    </message>
    <message>
        <source>Ignore</source>
        <translation>忽略的列</translation>
    </message>
    <message>
        <source>Ignore index</source>
        <translation>忽略的类别</translation>
    </message>
    <message>
        <source>Image size</source>
        <translation>图像尺寸</translation>
    </message>
    <message>
        <source>In channels</source>
        <translation>输入通道数</translation>
    </message>
    <message>
        <source>In features</source>
        <translation>输入特征数</translation>
    </message>
    <message>
        <source>Init</source>
        <translation>初始化</translation>
    </message>
    <message>
        <source>Init from</source>
        <translation>初始权重来源</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Initial weights: run:ID or a safetensors file; left out: random by the seed</source>
        <translation>初始权重：run:ID 或 safetensors 文件；留空：由随机种子随机生成</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>多个输入</translation>
    </message>
    <message>
        <source>Instead of the optimizer&apos;s</source>
        <translation>代替优化器的设置</translation>
    </message>
    <message>
        <source>Isa</source>
        <translation>指令集</translation>
    </message>
    <message>
        <source>Keep running statistics and evaluate with them</source>
        <translation>维护滑动统计量，并用于评估</translation>
    </message>
    <message>
        <source>Keep the proportions with a border, cut the middle out, or stretch</source>
        <translation>保持比例并加边、裁剪中间部分，或拉伸</translation>
    </message>
    <message>
        <source>Kernel size</source>
        <translation>核大小</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>数据种类</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>标签平滑</translation>
    </message>
    <message>
        <source>Largest absolute value of a gradient; left out: no limit</source>
        <translation>单个梯度的最大绝对值；留空：不限制</translation>
    </message>
    <message>
        <source>Largest angle, to either side</source>
        <translation>向任一方向的最大角度</translation>
    </message>
    <message>
        <source>Largest norm of all gradients together; left out: no limit</source>
        <translation>全部梯度的最大总范数；留空：不限制</translation>
    </message>
    <message>
        <source>Last axis that is joined</source>
        <translation>要合并的最后一个轴</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Learn a scale and a shift for each feature</source>
        <translation>为每个特征学习缩放和偏移</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Leave out an epoch&apos;s last batch when it is not full</source>
        <translation>每轮的最后一个批次不满时将其丢弃</translation>
    </message>
    <message>
        <source>Length of a step: PyTorch&apos;s lr</source>
        <translation>每步的步长，即 PyTorch 的 lr</translation>
    </message>
    <message>
        <source>Length of the rise</source>
        <translation>上升阶段的长度</translation>
    </message>
    <message>
        <source>Limit below 0</source>
        <translation>0 以下的极限值</translation>
    </message>
    <message>
        <source>Log interval</source>
        <translation>日志间隔</translation>
    </message>
    <message>
        <source>Logarithm of Softmax</source>
        <translation>Softmax 的对数</translation>
    </message>
    <message>
        <source>Look ahead along the momentum</source>
        <translation>沿动量方向前瞻</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Lowest rate</source>
        <translation>学习率的下限</translation>
    </message>
    <message>
        <source>Master seed of all random streams</source>
        <translation>所有随机流的主种子</translation>
    </message>
    <message>
        <source>Max lr</source>
        <translation>最高学习率</translation>
    </message>
    <message>
        <source>Means over as many windows as the output has pixels</source>
        <translation>按输出的像素数划分窗口，取各窗口的均值</translation>
    </message>
    <message>
        <source>Memory for decoded samples. Never changes a result</source>
        <translation>缓存已解码样本的内存。从不改变结果</translation>
    </message>
    <message>
        <source>MiB</source>
        <translation>MiB</translation>
    </message>
    <message>
        <source>Micro-batches whose gradients make one step</source>
        <translation>累积多少个微批次的梯度更新一步</translation>
    </message>
    <message>
        <source>Milestones</source>
        <translation>里程碑</translation>
    </message>
    <message>
        <source>Min lr</source>
        <translation>学习率下限</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>最终学习率</translation>
    </message>
    <message>
        <source>Mirrors left and right at random</source>
        <translation>随机左右翻转</translation>
    </message>
    <message>
        <source>Mirrors top and bottom at random</source>
        <translation>随机上下翻转</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>缺失值</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>动量</translation>
    </message>
    <message>
        <source>Monitor</source>
        <translation>监控指标</translation>
    </message>
    <message>
        <source>Moves the image by a random number of whole pixels</source>
        <translation>将图像随机平移整数个像素</translation>
    </message>
    <message>
        <source>Multiplied by gamma after every epoch</source>
        <translation>每轮之后乘以 gamma</translation>
    </message>
    <message>
        <source>Multiplied by gamma at given epochs</source>
        <translation>在指定的轮乘以 gamma</translation>
    </message>
    <message>
        <source>Multiplied by gamma every step_size epochs</source>
        <translation>每 step_size 轮乘以 gamma</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Name of the run; left out: the file&apos;s name without its ending</source>
        <translation>运行的名称；留空：不含扩展名的文件名</translation>
    </message>
    <message>
        <source>Names such as 0.weight or stem.bias, with * and ?</source>
        <translation>形如 0.weight 或 stem.bias 的名称，可用 * 和 ?</translation>
    </message>
    <message>
        <source>Negative slope</source>
        <translation>负半轴斜率</translation>
    </message>
    <message>
        <source>Nesterov</source>
        <translation>Nesterov 动量</translation>
    </message>
    <message>
        <source>No decay norms and biases</source>
        <translation>归一化层和偏置不衰减</translation>
    </message>
    <message>
        <source>Normalize</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Num features</source>
        <translation>特征数</translation>
    </message>
    <message>
        <source>Number formats</source>
        <translation>数值格式</translation>
    </message>
    <message>
        <source>Of activations and gradients; parameters stay float32</source>
        <translation>激活值和梯度的精度；参数保持 float32</translation>
    </message>
    <message>
        <source>One long row of values from an image</source>
        <translation>将图像展平为一行数值</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Optimizer steps; or else epochs</source>
        <translation>优化器步数；或改用轮数</translation>
    </message>
    <message>
        <source>Order of an epoch: a new permutation, draws that meet every class equally often, or the data&apos;s own</source>
        <translation>一轮内的样本顺序：重新随机排列、按类别均衡抽取，或数据原有的顺序</translation>
    </message>
    <message>
        <source>Order of the epochs</source>
        <translation>各轮的样本顺序</translation>
    </message>
    <message>
        <source>Out channels</source>
        <translation>输出通道数</translation>
    </message>
    <message>
        <source>Out features</source>
        <translation>输出特征数</translation>
    </message>
    <message>
        <source>Output size</source>
        <translation>输出尺寸</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>输出的个数</translation>
    </message>
    <message>
        <source>P</source>
        <translation>概率 p</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>填充</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Parameters that are treated differently; each belongs to the first group that matches</source>
        <translation>需要区别对待的参数；每个参数归入第一个匹配的组</translation>
    </message>
    <message>
        <source>Parts of the channels that don&apos;t see each other</source>
        <translation>将通道分成互不相连的若干部分</translation>
    </message>
    <message>
        <source>Passes its input on</source>
        <translation>原样传递输入</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>路径</translation>
    </message>
    <message>
        <source>Path of its parameters and what other layers call it; left out: its position from 0</source>
        <translation>其参数的路径，也是其他层引用它的名称；留空：从 0 起的位置</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>耐心值</translation>
    </message>
    <message>
        <source>Pct start</source>
        <translation>上升占比</translation>
    </message>
    <message>
        <source>Pos weight</source>
        <translation>正例权重</translation>
    </message>
    <message>
        <source>Positive values that sum to 1</source>
        <translation>和为 1 的正值</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Probability of a value to be zeroed</source>
        <translation>每个值被置零的概率</translation>
    </message>
    <message>
        <source>Probability of being mirrored</source>
        <translation>翻转的概率</translation>
    </message>
    <message>
        <source>Pull of the weights towards 0, added to the gradient</source>
        <translation>将权重拉向 0 的力度，加在梯度上</translation>
    </message>
    <message>
        <source>PyTorch&apos;s lr</source>
        <translation>即 PyTorch 的 lr</translation>
    </message>
    <message>
        <source>Random changes of the training samples, in this order</source>
        <translation>对训练样本依次做的随机变换</translation>
    </message>
    <message>
        <source>Rate at the end</source>
        <translation>结束时的学习率</translation>
    </message>
    <message>
        <source>Reduced when the monitored metric stops getting better</source>
        <translation>监控指标不再改善时降低</translation>
    </message>
    <message>
        <source>Refuse operators that can&apos;t repeat bit for bit</source>
        <translation>拒绝无法逐位重现的算子</translation>
    </message>
    <message>
        <source>Reproducibility</source>
        <translation>可重现性</translation>
    </message>
    <message>
        <source>Resize</source>
        <translation>缩放方式</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>采样</translation>
    </message>
    <message>
        <source>Sampler</source>
        <translation>采样器</translation>
    </message>
    <message>
        <source>Samples a micro-batch</source>
        <translation>每个微批次的样本数</translation>
    </message>
    <message>
        <source>Samples of this class don&apos;t count</source>
        <translation>该类别的样本不计入损失</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>学习率调度</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>各随机种子</translation>
    </message>
    <message>
        <source>Seeds of single streams; left out: derived from the master seed</source>
        <translation>各随机流的种子；留空：由主种子派生</translation>
    </message>
    <message>
        <source>Shape of the slopes</source>
        <translation>升降曲线的形状</translation>
    </message>
    <message>
        <source>Share of the gradient that the momentum leaves out</source>
        <translation>动量中略去的梯度比例</translation>
    </message>
    <message>
        <source>Share of the last step that is kept</source>
        <translation>保留上一步更新的比例</translation>
    </message>
    <message>
        <source>Share of the run that is the rise</source>
        <translation>上升阶段占整个运行的比例</translation>
    </message>
    <message>
        <source>Share of the target that is spread over all classes</source>
        <translation>均摊到所有类别的目标概率比例</translation>
    </message>
    <message>
        <source>Share of the training data that is held out for validation; a known data set may have another default</source>
        <translation>从训练数据中留作验证的比例；内置数据集可能另有默认值</translation>
    </message>
    <message>
        <source>Share that is held out for the test at the end; a known data set may have another default</source>
        <translation>留作最终测试的比例；内置数据集可能另有默认值</translation>
    </message>
    <message>
        <source>Share that the weights lose a step, times the learning rate</source>
        <translation>每步权重衰减的比例，还要乘以学习率</translation>
    </message>
    <message>
        <source>Sharpness of the bend</source>
        <translation>拐弯的陡峭程度</translation>
    </message>
    <message>
        <source>Shuffle</source>
        <translation>打乱顺序</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>尺寸</translation>
    </message>
    <message>
        <source>Slope below 0</source>
        <translation>0 以下的斜率</translation>
    </message>
    <message>
        <source>Smaller reductions are not made</source>
        <translation>降幅小于此值时不降低</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>划分</translation>
    </message>
    <message>
        <source>Start dim</source>
        <translation>起始轴</translation>
    </message>
    <message>
        <source>Step from place to place</source>
        <translation>卷积核每次移动的步幅</translation>
    </message>
    <message>
        <source>Step from window to window; left out: the window&apos;s size</source>
        <translation>窗口每次移动的步幅；留空：与窗口大小相同</translation>
    </message>
    <message>
        <source>Step size</source>
        <translation>降低间隔</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Steps against the gradient, with momentum if wanted</source>
        <translation>沿负梯度方向更新，可选动量</translation>
    </message>
    <message>
        <source>Steps between two checkpoints, besides one at each epoch&apos;s end; 0: only those. Never changes a result</source>
        <translation>两个检查点之间的步数，此外每轮结束时也写一个；0：只在每轮结束时写。从不改变结果</translation>
    </message>
    <message>
        <source>Steps between two lines of output. Never changes a result</source>
        <translation>两行输出之间的步数。从不改变结果</translation>
    </message>
    <message>
        <source>Steps of a length of their own for each parameter</source>
        <translation>每个参数使用各自的步长</translation>
    </message>
    <message>
        <source>Stop at the first loss or gradient that is not a finite number</source>
        <translation>损失或梯度首次出现非有限值时停止</translation>
    </message>
    <message>
        <source>Stop on nonfinite</source>
        <translation>遇非有限值停止</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>严格模式</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步幅</translation>
    </message>
    <message>
        <source>T max</source>
        <translation>余弦周期 T_max</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标列</translation>
    </message>
    <message>
        <source>Test fraction</source>
        <translation>测试比例</translation>
    </message>
    <message>
        <source>Test path</source>
        <translation>测试数据路径</translation>
    </message>
    <message>
        <source>The border counts as zeros</source>
        <translation>填充按零值计入平均</translation>
    </message>
    <message>
        <source>The document</source>
        <translation>整个配置文件</translation>
    </message>
    <message>
        <source>The file (csv, idx, npy) or folder (images: one subfolder a class), relative to the config</source>
        <translation>文件（csv、idx、npy）或文件夹（images：每个类别一个子文件夹），相对于配置文件</translation>
    </message>
    <message>
        <source>The first rate divided by the last</source>
        <translation>初始学习率与最终学习率之比</translation>
    </message>
    <message>
        <source>The largest value of each window</source>
        <translation>每个窗口的最大值</translation>
    </message>
    <message>
        <source>The layer whose output it takes: a name, a position from 0, or data</source>
        <translation>取哪一层的输出作为输入：名称、从 0 起的位置，或 data</translation>
    </message>
    <message>
        <source>The layers in order; each takes the output of the one before unless told otherwise</source>
        <translation>按顺序排列的层；除非另行指定，每层以前一层的输出为输入</translation>
    </message>
    <message>
        <source>The mean of each window</source>
        <translation>每个窗口的均值</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>网络结构</translation>
    </message>
    <message>
        <source>The same for a layer that takes several</source>
        <translation>同上，用于接收多个输入的层</translation>
    </message>
    <message>
        <source>The same rate all the time</source>
        <translation>学习率保持不变</translation>
    </message>
    <message>
        <source>The same small filters at every place of an image</source>
        <translation>在图像的每个位置使用相同的小卷积核</translation>
    </message>
    <message>
        <source>The sum of several layers&apos; outputs: a residual link</source>
        <translation>多个层的输出之和：残差连接</translation>
    </message>
    <message>
        <source>The target column: its name, or its position from 0; left out: the last</source>
        <translation>目标列：列名，或从 0 起的位置；留空：最后一列</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Threads that prepare batches; 0: none. Never changes a result</source>
        <translation>准备批次的线程数；0：不使用。从不改变结果</translation>
    </message>
    <message>
        <source>Three phase</source>
        <translation>三阶段</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>阈值</translation>
    </message>
    <message>
        <source>Threshold mode</source>
        <translation>阈值模式</translation>
    </message>
    <message>
        <source>Times through the training part; or else steps</source>
        <translation>遍历训练集的次数；或改用步数</translation>
    </message>
    <message>
        <source>Track running stats</source>
        <translation>维护滑动统计量</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Turns the image about its centre by a random angle, bilinear</source>
        <translation>将图像绕中心随机旋转一个角度，双线性插值</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Type of the column; text becomes one input a word</source>
        <translation>该列的类型；文本按每个取值一个输入编码</translation>
    </message>
    <message>
        <source>Types of a CSV&apos;s columns where they are not as they look; keys are column names</source>
        <translation>CSV 各列的类型，仅在与表面不符时填写；键为列名</translation>
    </message>
    <message>
        <source>UCI handwritten digits: 1,797 grey images of 8 x 8, 10 classes</source>
        <translation>UCI 手写数字：1,797 张 8 x 8 灰度图像，10 个类别</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>计数单位</translation>
    </message>
    <message>
        <source>Up to max_lr and far down again, once over the run</source>
        <translation>整个运行中升到 max_lr 再大幅降下，仅一个周期</translation>
    </message>
    <message>
        <source>Validation fraction</source>
        <translation>验证比例</translation>
    </message>
    <message>
        <source>Validation path</source>
        <translation>验证数据路径</translation>
    </message>
    <message>
        <source>Version of this format; older ones are migrated when read</source>
        <translation>此格式的版本；读取旧版本时会自动迁移</translation>
    </message>
    <message>
        <source>Warmup steps</source>
        <translation>预热步数</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>类别权重</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>权重衰减</translation>
    </message>
    <message>
        <source>Weight decay on weights only, not on biases and norms</source>
        <translation>只对权重做权重衰减，不作用于偏置和归一化层</translation>
    </message>
    <message>
        <source>Weight of the newest batch in the running statistics</source>
        <translation>最新批次在滑动统计量中的权重</translation>
    </message>
    <message>
        <source>What is learned from, and how it is fed</source>
        <translation>从哪些数据学习，以及如何送入模型</translation>
    </message>
    <message>
        <source>What is minimised; type left out: CrossEntropyLoss for classes, else MSELoss</source>
        <translation>要最小化的损失；type 留空时：分类用 CrossEntropyLoss，否则用 MSELoss</translation>
    </message>
    <message>
        <source>What it counts in</source>
        <translation>以什么计数</translation>
    </message>
    <message>
        <source>What makes the run repeat</source>
        <translation>让运行可以重现的设置</translation>
    </message>
    <message>
        <source>What the rate is multiplied by</source>
        <translation>学习率要乘以的系数</translation>
    </message>
    <message>
        <source>Where squared becomes absolute</source>
        <translation>平方误差转为绝对误差的位置</translation>
    </message>
    <message>
        <source>Where the one becomes the other</source>
        <translation>两者的分界点</translation>
    </message>
    <message>
        <source>Where to compute: auto (a GPU that works, else the CPU), cpu, cuda, cuda:1</source>
        <translation>计算设备：auto（有可用的 GPU 则用 GPU，否则用 CPU）、cpu、cuda、cuda:1</translation>
    </message>
    <message>
        <source>Whether lower or higher is better</source>
        <translation>越低越好，还是越高越好</translation>
    </message>
    <message>
        <source>Whether the first row names the columns</source>
        <translation>第一行是否为列名</translation>
    </message>
    <message>
        <source>Which samples are training, validation and test</source>
        <translation>哪些样本用于训练、验证和测试</translation>
    </message>
    <message>
        <source>Words to find the run by</source>
        <translation>便于查找该运行的关键词</translation>
    </message>
    <message>
        <source>Workers</source>
        <translation>数据线程数</translation>
    </message>
    <message>
        <source>Zeroes random values while training</source>
        <translation>训练时随机将一部分值置零</translation>
    </message>
    <message>
        <source>Zeros added on each side before the cut</source>
        <translation>裁剪前每侧补零的宽度</translation>
    </message>
    <message>
        <source>degrees</source>
        <translation>度</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>log(1 + exp(beta x)) / beta</source>
        <translation>软化的 ReLU：log(1 + exp(beta x)) / beta</translation>
    </message>
    <message>
        <source>max(x, 0)</source>
        <translation>取正：max(x, 0)</translation>
    </message>
    <message>
        <source>max_lr divided by the first rate</source>
        <translation>max_lr 与初始学习率之比</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>像素</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>x clamp(x + 3, 0, 6) / 6</source>
        <translation>SiLU 的分段线性近似：x clamp(x + 3, 0, 6) / 6</translation>
    </message>
    <message>
        <source>x sigmoid(x)</source>
        <translation>x 乘以 sigmoid(x)</translation>
    </message>
    <message>
        <source>x times the normal distribution&apos;s function at x</source>
        <translation>x 乘以标准正态分布函数在 x 处的值</translation>
    </message>
    <message>
        <source>x, or alpha (exp(x) - 1) below 0</source>
        <translation>x；小于 0 时为 alpha (exp(x) - 1)</translation>
    </message>
    <message>
        <source>x, or negative_slope x below 0</source>
        <translation>x；小于 0 时为 negative_slope x</translation>
    </message>
    <message>
        <source>Graph capture</source>
        <translation>计算图捕获</translation>
    </message>
    <message>
        <source>On a GPU, capture a step as a graph after its first executions and replay it. Never changes a result</source>
        <translation>在 GPU 上，训练步执行数次后捕获为计算图并重放。不会改变结果</translation>
    </message>
    <message>
        <source>Let a GPU round the float32 inputs of matrix products and convolutions to TF32, 10 bits instead of 23: faster, less exact. A CPU computes the same with and without</source>
        <translation>允许 GPU 将矩阵乘法和卷积的 float32 输入舍入为 TF32（10 位尾数而非 23 位）：更快，但精度较低。对 CPU 的计算没有影响</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>允许 TF32</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::BlockForm</name>
    <message>
        <source>Remove this key</source>
        <translation>删除此键</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>删除 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ChartPlan</name>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Gradient norm</source>
        <translation>梯度范数</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
    <message>
        <source>train, mean of an epoch</source>
        <translation>训练，每轮均值</translation>
    </message>
    <message>
        <source>train</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>tensors, peak</source>
        <translation>张量峰值</translation>
    </message>
    <message>
        <source>GPU utilisation, %</source>
        <translation>GPU 占用率（%）</translation>
    </message>
    <message>
        <source>GPU memory</source>
        <translation>GPU 内存</translation>
    </message>
    <message>
        <source>GPU power, W</source>
        <translation>GPU 功率（W）</translation>
    </message>
    <message>
        <source>GPU temperature, °C</source>
        <translation>GPU 温度（°C）</translation>
    </message>
    <message>
        <source>GPU clock, MHz</source>
        <translation>GPU 时钟（MHz）</translation>
    </message>
    <message>
        <source>whole GPU</source>
        <translation>整块 GPU</translation>
    </message>
    <message>
        <source>reserved by the run</source>
        <translation>此运行预留</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ChartTable</name>
    <message>
        <source>loading …</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>Values of the chart “%1”</source>
        <translation>图表“%1”的数值</translation>
    </message>
    <message>
        <source>Copy as a table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>还没有数值</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ChartTableModel</name>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Chip</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2, copy</source>
        <translation>%1 %2，复制</translation>
    </message>
    <message>
        <source>Click to copy.</source>
        <translation>点击复制。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CodeDifference</name>
    <message numerus="yes">
        <source>and %n more commit(s)</source>
        <translation>
            <numerusform>另有 %n 个提交</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, changed for the first run only:</source>
        <translation>%1，仅第一个运行有更改：</translation>
    </message>
    <message>
        <source>%1, changed for the second run only:</source>
        <translation>%1，仅第二个运行有更改：</translation>
    </message>
    <message>
        <source>%1, changed for both runs, but not alike:</source>
        <translation>%1，两个运行均有更改，但不相同：</translation>
    </message>
    <message>
        <source>Commits between the two: - is in the code of the first run only, + in that of the second only</source>
        <translation>两者之间的提交：- 仅在第一个运行的代码中，+ 仅在第二个运行的代码中</translation>
    </message>
    <message>
        <source>A binary file.</source>
        <translation>二进制文件。</translation>
    </message>
    <message>
        <source>Its lines are the same; its name or mode differs.</source>
        <translation>各行相同；文件名或权限不同。</translation>
    </message>
    <message>
        <source>The code of both runs is the same, as far as it was recorded.</source>
        <translation>就所记录的内容而言，两个运行的代码相同。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CommandPalette</name>
    <message>
        <source>All actions</source>
        <translation>所有操作</translation>
    </message>
    <message>
        <source>What do you want to do?</source>
        <translation>想要做什么？</translation>
    </message>
    <message>
        <source>Search the actions</source>
        <translation>搜索操作</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>操作</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ComparePage</name>
    <message>
        <source>Nothing to compare yet</source>
        <translation>还没有可比较的内容</translation>
    </message>
    <message>
        <source>Check two or more runs in the list of runs with Space, then come back.</source>
        <translation>请在运行列表中用空格键勾选两个或更多运行，再回到这里。</translation>
    </message>
    <message>
        <source>Choose runs</source>
        <translation>选择运行</translation>
    </message>
    <message>
        <source>The compared runs; the first is the baseline</source>
        <translation>参与比较的运行；第一个是基准</translation>
    </message>
    <message>
        <source>The charts&apos; horizontal axis</source>
        <translation>图表的横轴</translation>
    </message>
    <message>
        <source>by step</source>
        <translation>按步</translation>
    </message>
    <message>
        <source>by epoch</source>
        <translation>按轮</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>按时间</translation>
    </message>
    <message>
        <source>Loss, training</source>
        <translation>训练损失</translation>
    </message>
    <message>
        <source>Loss, validation</source>
        <translation>验证损失</translation>
    </message>
    <message>
        <source>Accuracy, validation</source>
        <translation>验证准确率</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>学习率</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Which runs share what</source>
        <translation>各运行的相同之处</translation>
    </message>
    <message>
        <source>Reproducibility matrix</source>
        <translation>可重现性矩阵</translation>
    </message>
    <message>
        <source>The same as the first run&apos;s.</source>
        <translation>与第一个运行相同。</translation>
    </message>
    <message>
        <source>Uncommitted changes of the first run</source>
        <translation>第一个运行的未提交更改</translation>
    </message>
    <message>
        <source>Uncommitted changes of the second run</source>
        <translation>第二个运行的未提交更改</translation>
    </message>
    <message>
        <source>Uncommitted changes</source>
        <translation>未提交的更改</translation>
    </message>
    <message>
        <source>Make it the baseline</source>
        <translation>设为基准</translation>
    </message>
    <message>
        <source>Take it out of the comparison</source>
        <translation>移出比较</translation>
    </message>
    <message>
        <source>Too many runs</source>
        <translation>运行过多</translation>
    </message>
    <message numerus="yes">
        <source>At most %n run(s) can be compared at once.</source>
        <translation>
            <numerusform>一次最多可比较 %n 个运行。</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比较…</translation>
    </message>
    <message>
        <source>The runs can&apos;t be compared: %1</source>
        <translation>无法比较这些运行：%1</translation>
    </message>
    <message>
        <source>Config, data, seeds, code and environment are the same.</source>
        <translation>配置、数据、随机种子、代码和环境都相同。</translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) or record(s) differ; what is the same is left out.</source>
        <translation>
            <numerusform>有 %n 项设置或记录不同；相同的未列出。</numerusform>
        </translation>
    </message>
    <message>
        <source>Equal letters and colours in a column mean the same thing. Choose a cell to see what it has that the first run&apos;s has not.</source>
        <translation>同一列中相同的字母和颜色表示内容相同。选择单元格可查看它与第一个运行的不同之处。</translation>
    </message>
    <message>
        <source>%1 differs between the configs: %2 (95 % interval %3 to %4, p = %5), over %6 and %7 seeds</source>
        <translation>%1 在两个配置之间有差异：%2（95 % 置信区间 %3 到 %4，p = %5），随机种子数分别为 %6 和 %7</translation>
    </message>
    <message>
        <source>%1: no clear difference between the configs: %2 (95 % interval %3 to %4, p = %5), over %6 and %7 seeds</source>
        <translation>%1：两个配置之间没有明显差异：%2（95 % 置信区间 %3 到 %4，p = %5），随机种子数分别为 %6 和 %7</translation>
    </message>
    <message>
        <source>Bold is the best of a row. Runs of two configs with several seeds each would say how sure a difference is.</source>
        <translation>粗体为每行的最佳值。若两个配置各有多个随机种子的运行，可判断差异有多可靠。</translation>
    </message>
    <message>
        <source>No uncommitted changes were recorded.</source>
        <translation>没有记录未提交的更改。</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Band over seeds</source>
        <translation>随机种子的区间</translation>
    </message>
    <message>
        <source>How the code differs</source>
        <translation>代码的差异</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Runs of one config under several seeds as one curve: their mean, with one standard deviation to either side. Over time it stands where the first of them was.</source>
        <translation>同一配置在多个随机种子下的运行合为一条曲线：其均值，以及上下各一个标准差。按时间显示时，以其中第一个运行为准。</translation>
    </message>
    <message>
        <source>Needs two runs of the same config and data under different seeds: lockstep train … --seeds 5.</source>
        <translation>需要两个配置与数据相同、随机种子不同的运行：lockstep train … --seeds 5。</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n seeds</source>
        <translation>
            <numerusform>%1，%n 个随机种子</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ComparedMetricModel</name>
    <message>
        <source>%1 (best %2)</source>
        <translation>%1（最佳 %2）</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ComparisonModels</name>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>✓ identical</source>
        <translation>✓ 完全一致</translation>
    </message>
    <message>
        <source>≈ within tolerance</source>
        <translation>≈ 在容差内</translation>
    </message>
    <message>
        <source>≠ diverged</source>
        <translation>≠ 已偏离</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ConfigTab</name>
    <message>
        <source>As &amp;written</source>
        <translation>原文(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Resolved</source>
        <translation>解析后(&amp;R)</translation>
    </message>
    <message>
        <source>Config hash</source>
        <translation>配置哈希</translation>
    </message>
    <message>
        <source>SHA-256 over everything in the resolved config that decides the experiment. Seeds are recorded beside it, the data&apos;s fingerprint stands for paths; device, threads, workers, intervals, name, notes and tags change no result and are left out.</source>
        <translation>对解析后的配置中决定实验的全部内容计算的 SHA-256。随机种子另行记录，路径由数据指纹代表；设备、线程数、数据线程数、间隔、名称、备注和标签不影响结果，因此不计入。</translation>
    </message>
    <message>
        <source>The text of the config file as it was when the run began</source>
        <translation>运行开始时配置文件的文本</translation>
    </message>
    <message>
        <source>With every default and every inferred size filled in: what the run really used</source>
        <translation>填入全部默认值和推断尺寸后，运行实际使用的配置</translation>
    </message>
    <message>
        <source>The run&apos;s config</source>
        <translation>此运行的配置</translation>
    </message>
    <message>
        <source>Copy the config</source>
        <translation>复制配置</translation>
    </message>
    <message>
        <source>Copy the config&apos;s hash</source>
        <translation>复制配置哈希</translation>
    </message>
    <message>
        <source>Reading the config…</source>
        <translation>正在读取配置…</translation>
    </message>
    <message>
        <source>The config could not be read</source>
        <translation>无法读取配置</translation>
    </message>
    <message>
        <source>No config yet</source>
        <translation>还没有配置</translation>
    </message>
    <message>
        <source>The run has not recorded one. It does so as the first thing once it begins.</source>
        <translation>此运行尚未记录配置。它一开始就会首先记录配置。</translation>
    </message>
    <message>
        <source>%1, with %2</source>
        <translation>%1，附加 %2</translation>
    </message>
    <message>
        <source>The run ended, or still prepares, before its config was resolved: that needs its data.</source>
        <translation>此运行在解析配置之前就已结束，或仍在准备：解析配置需要用到数据。</translation>
    </message>
    <message>
        <source>With every default and every inferred size filled in.</source>
        <translation>已填入全部默认值和推断尺寸。</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ConfusionModel</name>
    <message>
        <source>There is no sample of class “%1”.</source>
        <translation>没有“%1”类别的样本。</translation>
    </message>
    <message numerus="yes">
        <source>Of %n sample(s) of class “%1”, %2 (%3 %) were recognised.</source>
        <translation>
            <numerusform>“%1”类别的 %n 个样本中，%2 个（%3 %）识别正确。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Of %n sample(s) of class “%1”, %2 (%3 %) were taken for “%4”.</source>
        <translation>
            <numerusform>“%1”类别的 %n 个样本中，%2 个（%3 %）被误认为“%4”。</numerusform>
        </translation>
    </message>
    <message>
        <source>right \ predicted</source>
        <translation>真实 \ 预测</translation>
    </message>
    <message>
        <source>Right class: %1</source>
        <translation>真实类别：%1</translation>
    </message>
    <message>
        <source>Predicted class: %1</source>
        <translation>预测类别：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ConfusionView</name>
    <message>
        <source>Confusion matrix: rows are the right classes, columns the predicted ones</source>
        <translation>混淆矩阵：行为真实类别，列为预测类别</translation>
    </message>
    <message>
        <source>↓ right class    → predicted class</source>
        <translation>↓ 真实类别    → 预测类别</translation>
    </message>
    <message>
        <source>Copy the confusion matrix</source>
        <translation>复制混淆矩阵</translation>
    </message>
    <message>
        <source>Point at a cell, or go to it with the arrow keys, and it is said here in words.</source>
        <translation>用鼠标指向或用方向键移到某个单元格，这里会显示其说明。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CurveChart</name>
    <message>
        <source>%1: %2 at step %3</source>
        <translation>%1：第 %3 步为 %2</translation>
    </message>
    <message>
        <source>no values yet</source>
        <translation>还没有数值</translation>
    </message>
    <message>
        <source>Show all of “%1”</source>
        <translation>显示“%1”的全部</translation>
    </message>
    <message>
        <source>Show “%1” as a table</source>
        <translation>以表格显示“%1”</translation>
    </message>
    <message>
        <source>Copy “%1” as a PNG picture</source>
        <translation>将“%1”复制为 PNG 图片</translation>
    </message>
    <message>
        <source>Copy “%1” as an SVG drawing</source>
        <translation>将“%1”复制为 SVG 图形</translation>
    </message>
    <message>
        <source>Save “%1” as PNG or SVG…</source>
        <translation>将“%1”保存为 PNG 或 SVG…</translation>
    </message>
    <message>
        <source>The chart “%1” was copied as a PNG picture.</source>
        <translation>已将图表“%1”复制为 PNG 图片。</translation>
    </message>
    <message>
        <source>The chart “%1” was copied as an SVG drawing.</source>
        <translation>已将图表“%1”复制为 SVG 图形。</translation>
    </message>
    <message>
        <source>The chart could not be saved as %1: %2</source>
        <translation>无法将图表保存为 %1：%2</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>保存图表</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG 图片 (*.png)</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG 图形 (*.svg)</translation>
    </message>
    <message>
        <source>The chart “%1” was saved as %2.</source>
        <translation>已将图表“%1”保存为 %2。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>另有 %n 条</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n value(s) ≤ 0 not shown</source>
        <translation>
            <numerusform>有 %n 个 ≤ 0 的值未显示</numerusform>
        </translation>
    </message>
    <message>
        <source>loading …</source>
        <translation>正在加载…</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>step %1, after %2</source>
        <translation>第 %1 步，用时 %2</translation>
    </message>
    <message>
        <source>step %1, epoch %2</source>
        <translation>第 %1 步，第 %2 轮</translation>
    </message>
    <message>
        <source>%1 (at %2)</source>
        <translation>%1（在第 %2 步）</translation>
    </message>
    <message>
        <source>%1 (smoothed %2)</source>
        <translation>%1（平滑后 %2）</translation>
    </message>
    <message numerus="yes">
        <source>%1 ± %2 (%n seeds)</source>
        <translation>
            <numerusform>%1 ± %2（%n 个随机种子）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::CurvesTab</name>
    <message>
        <source>Charts</source>
        <translation>图表</translation>
    </message>
    <message>
        <source>The curves can not be read: %1</source>
        <translation>无法读取曲线：%1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>轮</translation>
    </message>
    <message>
        <source>time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What the charts&apos; horizontal axis counts. Time is that spent on the run, without the nights between its attempts.</source>
        <translation>图表横轴的计数方式。时间为运行实际花费的时间，不含各次尝试之间的间隔。</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>平滑</translation>
    </message>
    <message>
        <source>Smoothing, as a number</source>
        <translation>平滑系数</translation>
    </message>
    <message>
        <source>How much of the running mean is kept at each step; 0 shows the values as they are.</source>
        <translation>每步保留滑动平均的比例；0 表示原样显示。</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>对数轴(&amp;L)</translation>
    </message>
    <message>
        <source>Loss, learning rate and gradient norm on a logarithmic axis</source>
        <translation>损失、学习率和梯度范数使用对数轴</translation>
    </message>
    <message>
        <source>&amp;Horizontal axis</source>
        <translation>横轴(&amp;H)</translation>
    </message>
    <message>
        <source>S&amp;moothing</source>
        <translation>平滑(&amp;M)</translation>
    </message>
    <message>
        <source>The run has not told yet how many steps an epoch has.</source>
        <translation>此运行尚未报告每轮有多少步。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::DifferenceModel</name>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>键</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::DifferencePlot</name>
    <message>
        <source>Difference of the losses</source>
        <translation>损失之差</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>从 %1 到 %2</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>|Difference of the losses|, logarithmic</source>
        <translation>|损失之差|，对数轴</translation>
    </message>
    <message numerus="yes">
        <source>(%n step(s) without any are not shown)</source>
        <translation>
            <numerusform>（%n 步无差异，未显示）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lockstep::ui::EvaluationPanel</name>
    <message>
        <source>Predicted and true</source>
        <translation>预测值与真实值</translation>
    </message>
    <message>
        <source>true value</source>
        <translation>真实值</translation>
    </message>
    <message>
        <source>predicted value</source>
        <translation>预测值</translation>
    </message>
    <message>
        <source>Residuals</source>
        <translation>残差</translation>
    </message>
    <message>
        <source>true − predicted</source>
        <translation>真实值 − 预测值</translation>
    </message>
    <message>
        <source>Accuracy by class</source>
        <translation>各类别准确率</translation>
    </message>
    <message>
        <source>Copy the accuracy by class</source>
        <translation>复制各类别准确率</translation>
    </message>
    <message numerus="yes">
        <source>The %1 part, %n sample(s), with %2</source>
        <translation>
            <numerusform>%1集，%n 个样本，使用%2</numerusform>
        </translation>
    </message>
    <message>
        <source>R²</source>
        <translation>R²</translation>
    </message>
    <message>
        <source>Mean squared error</source>
        <translation>均方误差</translation>
    </message>
    <message>
        <source>Mean absolute error</source>
        <translation>平均绝对误差</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::FieldEditor</name>
    <message>
        <source>Browse for a file or a folder</source>
        <translation>浏览文件或文件夹</translation>
    </message>
    <message>
        <source>Browse</source>
        <translation>浏览</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>文件…</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>选择文件</translation>
    </message>
    <message>
        <source>A folder…</source>
        <translation>文件夹…</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>选择文件夹</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>请选择…</translation>
    </message>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
    <message>
        <source>%1 (default)</source>
        <translation>%1（默认）</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::FieldRow</name>
    <message>
        <source>Reset %1</source>
        <translation>重置 %1</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>不填写此项</translation>
    </message>
    <message>
        <source>Back to the default: %1</source>
        <translation>恢复默认值：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::FilterBar</name>
    <message>
        <source>Filter the runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Filter: val/accuracy &gt; 0.9 tag:baseline</source>
        <translation>筛选：val/accuracy &gt; 0.9 tag:baseline</translation>
    </message>
    <message>
        <source>Words that must be in a run&apos;s name, tags, notes, model, data, commit or status, and conditions:
%1:…
val/accuracy &gt; 0.9, optimizer.learning_rate = 0.01, %2
-status:failed leaves those out.</source>
        <translation>运行的名称、标签、备注、模型、数据、提交或状态中须包含的词，以及条件：
%1:…
val/accuracy &gt; 0.9、optimizer.learning_rate = 0.01、%2
-status:failed 用于排除。</translation>
    </message>
    <message>
        <source>No run has a metric or a key of its config called “%1”.</source>
        <translation>没有运行包含名为“%1”的指标或配置键。</translation>
    </message>
    <message>
        <source>No run has a metric or a key of its config called “%1”. Did you mean “%2”?</source>
        <translation>没有运行包含名为“%1”的指标或配置键。您是否要找“%2”？</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Format</name>
    <message>
        <source>○ queued</source>
        <translation>○ 排队中</translation>
    </message>
    <message>
        <source>◌ preparing</source>
        <translation>◌ 准备中</translation>
    </message>
    <message>
        <source>● running</source>
        <translation>● 运行中</translation>
    </message>
    <message>
        <source>◐ paused</source>
        <translation>◐ 已暂停</translation>
    </message>
    <message>
        <source>✓ finished</source>
        <translation>✓ 已完成</translation>
    </message>
    <message>
        <source>■ stopped</source>
        <translation>■ 已停止</translation>
    </message>
    <message>
        <source>▲ interrupted</source>
        <translation>▲ 已中断</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ 失败</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::HashLabel</name>
    <message>
        <source>Copy the whole hash</source>
        <translation>复制完整哈希</translation>
    </message>
    <message>
        <source>%1: copy the whole hash</source>
        <translation>%1：复制完整哈希</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Not known yet.
%1</source>
        <translation>尚不可知。
%1</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ItemCard</name>
    <message>
        <source>Move up (Alt+Up)</source>
        <translation>上移（Alt+Up）</translation>
    </message>
    <message>
        <source>Move down (Alt+Down)</source>
        <translation>下移（Alt+Down）</translation>
    </message>
    <message>
        <source>Duplicate (Ctrl+D)</source>
        <translation>复制一份（Ctrl+D）</translation>
    </message>
    <message>
        <source>Remove (Ctrl+Shift+Backspace)</source>
        <translation>删除（Ctrl+Shift+Backspace）</translation>
    </message>
    <message>
        <source>Group %1</source>
        <translation>第 %1 组</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::LayerTableModel</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>dtype</source>
        <translation>数据类型</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ListForm</name>
    <message>
        <source>Add a layer…</source>
        <translation>添加层…</translation>
    </message>
    <message>
        <source>Add an augmentation…</source>
        <translation>添加数据增强…</translation>
    </message>
    <message>
        <source>Add a group</source>
        <translation>添加分组</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::LogModel</name>
    <message>
        <source>✗ error</source>
        <translation>✗ 错误</translation>
    </message>
    <message>
        <source>▲ warning</source>
        <translation>▲ 警告</translation>
    </message>
    <message>
        <source>● info</source>
        <translation>● 信息</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>事件</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::LogTab</name>
    <message>
        <source>Reading the log…</source>
        <translation>正在读取日志…</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>筛选日志</translation>
    </message>
    <message>
        <source>Filter the log by text</source>
        <translation>按文本筛选日志</translation>
    </message>
    <message>
        <source>Kinds of lines to show</source>
        <translation>要显示的行类型</translation>
    </message>
    <message>
        <source>● All lines</source>
        <translation>● 所有行</translation>
    </message>
    <message>
        <source>▲ Warnings and errors</source>
        <translation>▲ 警告和错误</translation>
    </message>
    <message>
        <source>✗ Errors</source>
        <translation>✗ 错误</translation>
    </message>
    <message>
        <source>Lines of the log</source>
        <translation>日志行</translation>
    </message>
    <message>
        <source>▲ warning</source>
        <translation>▲ 警告</translation>
    </message>
    <message>
        <source>Copy the log&apos;s lines</source>
        <translation>复制日志行</translation>
    </message>
    <message>
        <source>To the log&apos;s end</source>
        <translation>转到日志末尾</translation>
    </message>
    <message>
        <source>The log could not be read</source>
        <translation>无法读取日志</translation>
    </message>
    <message>
        <source>The log is empty</source>
        <translation>日志为空</translation>
    </message>
    <message>
        <source>Nothing has been written to it yet. What happens to the run appears here as it happens.</source>
        <translation>尚未写入任何内容。运行中发生的事件会实时显示在这里。</translation>
    </message>
    <message>
        <source>No line fits</source>
        <translation>没有匹配的行</translation>
    </message>
    <message>
        <source>None of the lines has this text and kind.</source>
        <translation>没有符合此文本和类型的行。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n line(s)</source>
        <translation>
            <numerusform>%1 / %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Earlier ones are in the file %2.</source>
        <translation>%1。更早的行在文件 %2 中。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::MainWindow</name>
    <message>
        <source>A run is training in this window; another project opens in a window of its own.</source>
        <translation>此窗口中有运行正在训练；其他项目会在单独的窗口中打开。</translation>
    </message>
    <message>
        <source>Open another window</source>
        <translation>打开新窗口</translation>
    </message>
    <message>
        <source>%1 is not a project yet: it holds no lockstep.db.</source>
        <translation>%1 还不是项目：其中没有 lockstep.db。</translation>
    </message>
    <message>
        <source>Make it one</source>
        <translation>设为项目</translation>
    </message>
    <message>
        <source>The project %1 could not be opened: %2</source>
        <translation>无法打开项目 %1：%2</translation>
    </message>
    <message>
        <source>The run did not begin: %1</source>
        <translation>运行未能开始：%1</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失败：%2</translation>
    </message>
    <message>
        <source>Show it</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>%1 is finished.</source>
        <translation>%1 已完成。</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>All runs of the project (Ctrl+1)</source>
        <translation>项目的所有运行（Ctrl+1）</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Configure a run and start it (Ctrl+2)</source>
        <translation>配置并启动运行（Ctrl+2）</translation>
    </message>
    <message>
        <source>The run %1 is not in this project, or it is in the trash.</source>
        <translation>运行 %1 不在此项目中，或已在回收站中。</translation>
    </message>
    <message>
        <source>%1 – %2 – Lockstep</source>
        <translation>%1 – %2 – Lockstep</translation>
    </message>
    <message>
        <source>%1 – Lockstep</source>
        <translation>%1 – Lockstep</translation>
    </message>
    <message>
        <source>A run is training</source>
        <translation>运行正在训练</translation>
    </message>
    <message>
        <source>A run is training in this window. What is to become of it?</source>
        <translation>此窗口中有运行正在训练。要如何处理？</translation>
    </message>
    <message>
        <source>Stopped with a checkpoint, it can be resumed later to the same result.</source>
        <translation>写入检查点后停止，以后可以继续，并得到相同的结果。</translation>
    </message>
    <message>
        <source>Stop with a checkpoint</source>
        <translation>写入检查点并停止</translation>
    </message>
    <message>
        <source>Keep running minimised</source>
        <translation>最小化并继续运行</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Writing a checkpoint, then closing…</source>
        <translation>正在写入检查点，随后关闭…</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>Open a config in a new run…</source>
        <translation>在新运行中打开配置…</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>Train the bundled example</source>
        <translation>训练内置示例</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>The run opened last</source>
        <translation>上次打开的运行</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>All actions…</source>
        <translation>所有操作…</translation>
    </message>
    <message>
        <source>About Lockstep</source>
        <translation>关于 Lockstep</translation>
    </message>
    <message>
        <source>Theme: as the system</source>
        <translation>主题：跟随系统</translation>
    </message>
    <message>
        <source>Theme: light</source>
        <translation>主题：浅色</translation>
    </message>
    <message>
        <source>Theme: dark</source>
        <translation>主题：深色</translation>
    </message>
    <message>
        <source>Language: as the system</source>
        <translation>语言：跟随系统</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>A folder for the new project</source>
        <translation>新项目的文件夹</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>打开项目</translation>
    </message>
    <message>
        <source>Open a config</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Configs (*.toml)</source>
        <translation>配置文件 (*.toml)</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Lockstep %1&lt;/h3&gt;&lt;p&gt;Trains neural networks, records everything that decides a result, and repeats it.&lt;/p&gt;&lt;p&gt;Built from %2. Licence: GPL 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Lockstep %1&lt;/h3&gt;&lt;p&gt;训练神经网络，记录决定结果的一切，并将其重现。&lt;/p&gt;&lt;p&gt;构建自 %2。许可证：GPL 3 或更高版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>a source archive</source>
        <translation>源代码归档</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>The checked runs side by side (Ctrl+3)</source>
        <translation>并排比较已勾选的运行（Ctrl+3）</translation>
    </message>
    <message>
        <source>Compare %1</source>
        <translation>比较 %1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::MatrixModel</name>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Against the first</source>
        <translation>与第一个相比</translation>
    </message>
    <message>
        <source>%1: %2, the first has %3</source>
        <translation>%1：%2，第一个为 %3</translation>
    </message>
    <message>
        <source>%1, the first has %2</source>
        <translation>%1，第一个为 %2</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::MistakeLabel</name>
    <message>
        <source>Click to go to its place in the text</source>
        <translation>点击转到文本中的对应位置</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::NewRunPage</name>
    <message>
        <source>Configs (*.toml);;All files (*)</source>
        <translation>配置文件 (*.toml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>What is learned from, by which network, and how.</source>
        <translation>从哪些数据学习、用什么网络、如何训练。</translation>
    </message>
    <message>
        <source>or kind and path of your own data</source>
        <translation>或填写自己数据的 kind 和 path</translation>
    </message>
    <message>
        <source>one output a class</source>
        <translation>每个类别一个输出</translation>
    </message>
    <message>
        <source>The draft that was here had not been saved. Undo brings it back.</source>
        <translation>原来的草稿尚未保存。撤销可将其恢复。</translation>
    </message>
    <message>
        <source>Changes of %1 had not been saved. Undo brings them back.</source>
        <translation>%1 的更改尚未保存。撤销可将其恢复。</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>%1 was not opened: %2</source>
        <translation>未能打开 %1：%2</translation>
    </message>
    <message>
        <source>The preset %1 was not opened: %2</source>
        <translation>未能打开预设 %1：%2</translation>
    </message>
    <message>
        <source>Open a config</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Save the config</source>
        <translation>保存配置</translation>
    </message>
    <message>
        <source>%1 was not written: %2. What it held before is still there, and the text is still here.</source>
        <translation>未能写入 %1：%2。文件原有的内容仍在，这里的文本也仍保留。</translation>
    </message>
    <message>
        <source>The text that was here when the window last ended unexpectedly has been brought back.</source>
        <translation>已恢复上次窗口意外关闭时这里的文本。</translation>
    </message>
    <message>
        <source>%1, which was open here, was not opened: %2</source>
        <translation>未能打开之前在此打开的 %1：%2</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Presets</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Put a preset in the place of this config; undo brings it back (Alt+P)</source>
        <translation>用预设替换此配置；撤销可将其恢复（Alt+P）</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>New empty config</source>
        <translation>新建空白配置</translation>
    </message>
    <message>
        <source>Next mistake</source>
        <translation>下一个错误</translation>
    </message>
    <message>
        <source>Choose a preset…</source>
        <translation>选择预设…</translation>
    </message>
    <message>
        <source>Add a layer…</source>
        <translation>添加层…</translation>
    </message>
    <message>
        <source>Move the layer or other item up</source>
        <translation>上移该层或其他项</translation>
    </message>
    <message>
        <source>Move the layer or other item down</source>
        <translation>下移该层或其他项</translation>
    </message>
    <message>
        <source>Duplicate the layer or other item</source>
        <translation>复制一份该层或其他项</translation>
    </message>
    <message>
        <source>Remove the layer or other item</source>
        <translation>删除该层或其他项</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>表单</translation>
    </message>
    <message>
        <source>TOML</source>
        <translation>TOML</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>No presets were found</source>
        <translation>没有找到预设</translation>
    </message>
    <message>
        <source>As of the last text without mistakes</source>
        <translation>依据上一份没有错误的文本</translation>
    </message>
    <message>
        <source>Draft</source>
        <translation>草稿</translation>
    </message>
    <message>
        <source>%1 (preset)</source>
        <translation>%1（预设）</translation>
    </message>
    <message>
        <source>%1 – changed</source>
        <translation>%1 – 已更改</translation>
    </message>
    <message>
        <source>Not saved in a file; relative paths start at %1</source>
        <translation>尚未保存为文件；相对路径以 %1 为起点</translation>
    </message>
    <message>
        <source>A run is starting.</source>
        <translation>运行正在启动。</translation>
    </message>
    <message numerus="yes">
        <source>%n mistake(s); the first: %1</source>
        <translation>
            <numerusform>%n 个错误；第一个：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>The data can&apos;t be used: %1</source>
        <translation>数据无法使用：%1</translation>
    </message>
    <message>
        <source>The config is being checked.</source>
        <translation>正在检查配置。</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message numerus="yes">
        <source>✗ %n mistake(s)</source>
        <translation>
            <numerusform>✗ %n 个错误</numerusform>
        </translation>
    </message>
    <message>
        <source>✓ No mistakes</source>
        <translation>✓ 没有错误</translation>
    </message>
    <message>
        <source>Go to the next one (F8)</source>
        <translation>转到下一个（F8）</translation>
    </message>
    <message>
        <source>Nothing in the config stands in the way of a run.</source>
        <translation>配置中没有妨碍运行的问题。</translation>
    </message>
    <message>
        <source>The run did not start: %1</source>
        <translation>运行未能启动：%1</translation>
    </message>
    <message>
        <source>auto → %1</source>
        <translation>auto → %1</translation>
    </message>
    <message>
        <source>✗ Data can&apos;t be used</source>
        <translation>✗ 数据无法使用</translation>
    </message>
    <message>
        <source>Read the data again</source>
        <translation>重新读取数据</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>No GPU can be used: %1</source>
        <translation>没有可用的 GPU：%1</translation>
    </message>
    <message>
        <source>%1: %2, compute capability %3, driver %4, CUDA %5, cuDNN %6, cuBLAS %7</source>
        <translation>%1：%2，计算能力 %3，驱动 %4，CUDA %5，cuDNN %6，cuBLAS %7</translation>
    </message>
    <message>
        <source>auto takes the CPU: %1</source>
        <translation>auto 将选用 CPU：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::PinnedColumns</name>
    <message>
        <source>Pinned columns</source>
        <translation>已固定的列</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::PlanPanel</name>
    <message>
        <source>Stop reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>Read the data</source>
        <translation>读取数据</translation>
    </message>
    <message>
        <source>What will run</source>
        <translation>运行计划</translation>
    </message>
    <message>
        <source>Samples of the training part</source>
        <translation>训练集的样本</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>各类别的样本</translation>
    </message>
    <message>
        <source>The first samples</source>
        <translation>前几个样本</translation>
    </message>
    <message>
        <source>The model&apos;s layers</source>
        <translation>模型的层</translation>
    </message>
    <message>
        <source>The data&apos;s parts and the model&apos;s layers appear here once the config has no mistakes.</source>
        <translation>配置没有错误后，这里会显示数据的划分和模型的层。</translation>
    </message>
    <message>
        <source>%1 train</source>
        <translation>训练 %1</translation>
    </message>
    <message>
        <source>%1 val</source>
        <translation>验证 %1</translation>
    </message>
    <message>
        <source>%1 test</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>%1 parameters · %2 · %3 steps</source>
        <translation>%1 个参数 · %2 · %3 步</translation>
    </message>
    <message>
        <source>Parameters: %1. Outputs of all layers for one batch: %2. Gradients and the optimizer&apos;s state come on top.</source>
        <translation>参数：%1。一个批次在所有层的输出：%2。梯度和优化器状态另计。</translation>
    </message>
    <message>
        <source>Reading the data… %1 of %2</source>
        <translation>正在读取数据… %1 / %2</translation>
    </message>
    <message>
        <source>Reading the data…</source>
        <translation>正在读取数据…</translation>
    </message>
    <message>
        <source>The data can&apos;t be used.</source>
        <translation>数据无法使用。</translation>
    </message>
    <message>
        <source>Reading was stopped, so shapes and steps are not known. A run reads the data itself.</source>
        <translation>读取已停止，因此形状和步数未知。运行时会自行读取数据。</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>The layers don&apos;t fit these data. Greyed: those of the last model that did.</source>
        <translation>这些层与数据不符。灰色显示的是上一个相符的模型。</translation>
    </message>
    <message>
        <source>The layers don&apos;t fit these data.</source>
        <translation>这些层与数据不符。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ProjectFeed</name>
    <message>
        <source>The project can no longer be read: %1</source>
        <translation>已无法读取项目：%1</translation>
    </message>
    <message>
        <source>The list of runs could not be read: %1</source>
        <translation>无法读取运行列表：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ProvenanceTab</name>
    <message>
        <source>Reading the record…</source>
        <translation>正在读取记录…</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>没有匹配项</translation>
    </message>
    <message>
        <source>No name and no value in the record has all of these words.</source>
        <translation>记录中没有名称或值同时包含这些词。</translation>
    </message>
    <message>
        <source>Provenance</source>
        <translation>溯源</translation>
    </message>
    <message>
        <source>Filter by name or value</source>
        <translation>按名称或值筛选</translation>
    </message>
    <message>
        <source>Filter the record by name or value</source>
        <translation>按名称或值筛选记录</translation>
    </message>
    <message>
        <source>What the run recorded</source>
        <translation>此运行记录的内容</translation>
    </message>
    <message>
        <source>Copy the record as a table</source>
        <translation>将记录复制为表格</translation>
    </message>
    <message>
        <source>Copy the value</source>
        <translation>复制值</translation>
    </message>
    <message>
        <source>Filter the record</source>
        <translation>筛选记录</translation>
    </message>
    <message>
        <source>Patch of the uncommitted changes</source>
        <translation>未提交更改的补丁</translation>
    </message>
    <message>
        <source>Copy the patch</source>
        <translation>复制补丁</translation>
    </message>
    <message>
        <source>Patch of the uncommitted changes: + %1 and − %2 lines</source>
        <translation>未提交更改的补丁：+ %1 行，− %2 行</translation>
    </message>
    <message>
        <source>%1. Only its beginning is shown; the copy is whole.</source>
        <translation>%1。仅显示开头；复制的是完整内容。</translation>
    </message>
    <message>
        <source>The record could not be read</source>
        <translation>无法读取记录</translation>
    </message>
    <message>
        <source>The run recorded no patch.</source>
        <translation>此运行没有记录补丁。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Record</name>
    <message>
        <source>Seeds</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Every random value is a function of one of these and of the place where it is used.</source>
        <translation>每个随机值都由其中一个种子和使用位置决定。</translation>
    </message>
    <message>
        <source>Master seed</source>
        <translation>主种子</translation>
    </message>
    <message>
        <source>The config&apos;s seed; the others follow from it unless they are set one by one.</source>
        <translation>配置中的随机种子；其他种子若未单独设置，均由它派生。</translation>
    </message>
    <message>
        <source>Split into parts</source>
        <translation>数据划分</translation>
    </message>
    <message>
        <source>Initial weights</source>
        <translation>初始权重</translation>
    </message>
    <message>
        <source>Order of samples</source>
        <translation>样本顺序</translation>
    </message>
    <message>
        <source>Drawing of samples</source>
        <translation>样本抽取</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>数据增强</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Algorithm&apos;s version</source>
        <translation>算法版本</translation>
    </message>
    <message>
        <source>Of the generator that turns seeds and places into random values.</source>
        <translation>由种子和使用位置产生随机值的生成器的版本。</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
    <message>
        <source>What git says of the folder that the config lies in.</source>
        <translation>git 对配置所在文件夹给出的信息。</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Commit&apos;s message</source>
        <translation>提交说明</translation>
    </message>
    <message>
        <source>Commit&apos;s time</source>
        <translation>提交时间</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Detached from any branch</source>
        <translation>分离头指针</translation>
    </message>
    <message>
        <source>Remote</source>
        <translation>远程仓库</translation>
    </message>
    <message>
        <source>Uncommitted changes</source>
        <translation>未提交的更改</translation>
    </message>
    <message>
        <source>Changed files</source>
        <translation>已更改的文件</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Earlier path</source>
        <translation>原路径</translation>
    </message>
    <message>
        <source>staged</source>
        <translation>已暂存</translation>
    </message>
    <message>
        <source>not staged</source>
        <translation>未暂存</translation>
    </message>
    <message>
        <source>Changed files in all</source>
        <translation>已更改的文件总数</translation>
    </message>
    <message>
        <source>Patch</source>
        <translation>补丁</translation>
    </message>
    <message>
        <source>Brings a checkout of the commit to the state of the files on disk: git apply.</source>
        <translation>用 git apply 可将该提交的检出恢复为磁盘上文件的状态。</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>SHA-256</source>
        <translation>SHA-256</translation>
    </message>
    <message>
        <source>Left out of the patch</source>
        <translation>未纳入补丁</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Left out in all</source>
        <translation>未纳入总数</translation>
    </message>
    <message>
        <source>Changes by kind</source>
        <translation>按类型统计的更改</translation>
    </message>
    <message>
        <source>Staged</source>
        <translation>已暂存</translation>
    </message>
    <message>
        <source>Not staged</source>
        <translation>未暂存</translation>
    </message>
    <message>
        <source>Untracked</source>
        <translation>未跟踪</translation>
    </message>
    <message>
        <source>In conflict</source>
        <translation>有冲突</translation>
    </message>
    <message>
        <source>Submodules</source>
        <translation>子模块</translation>
    </message>
    <message>
        <source>Checked out</source>
        <translation>已检出</translation>
    </message>
    <message>
        <source>Recorded by the repository</source>
        <translation>仓库中记录的</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>有更改</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>Repository</source>
        <translation>仓库</translation>
    </message>
    <message>
        <source>Linked worktree</source>
        <translation>链接的工作树</translation>
    </message>
    <message>
        <source>Before the first commit</source>
        <translation>尚无提交</translation>
    </message>
    <message>
        <source>Belongs to another user</source>
        <translation>属于其他用户</translation>
    </message>
    <message>
        <source>Another git program was at work</source>
        <translation>当时有其他 git 程序在运行</translation>
    </message>
    <message>
        <source>Git LFS</source>
        <translation>Git LFS</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>正在使用</translation>
    </message>
    <message>
        <source>Files never fetched</source>
        <translation>从未拉取的文件</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>环境</translation>
    </message>
    <message>
        <source>Looked at</source>
        <translation>采集时间</translation>
    </message>
    <message>
        <source>Operating system</source>
        <translation>操作系统</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>内核</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>硬件架构</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Processor</source>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Instruction set in use</source>
        <translation>使用的指令集</translation>
    </message>
    <message>
        <source>Another instruction set may give other last bits; reproducibility.isa pins it.</source>
        <translation>不同的指令集可能使末几位不同；可用 reproducibility.isa 固定。</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>线程数</translation>
    </message>
    <message>
        <source>Of the engine. Their number changes no result.</source>
        <translation>引擎使用的线程数，不影响结果。</translation>
    </message>
    <message>
        <source>Cores</source>
        <translation>核心数</translation>
    </message>
    <message>
        <source>Logical cores</source>
        <translation>逻辑核心数</translation>
    </message>
    <message>
        <source>May use cores</source>
        <translation>可使用的核心</translation>
    </message>
    <message>
        <source>Limit of the control group, in cores</source>
        <translation>控制组上限（核心数）</translation>
    </message>
    <message>
        <source>Features</source>
        <translation>指令集特性</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>In all</source>
        <translation>总计</translation>
    </message>
    <message>
        <source>Available then</source>
        <translation>当时可用</translation>
    </message>
    <message>
        <source>Limit of the control group</source>
        <translation>控制组上限</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>驱动</translation>
    </message>
    <message>
        <source>CUDA</source>
        <translation>CUDA</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>库</translation>
    </message>
    <message>
        <source>Environment variables</source>
        <translation>环境变量</translation>
    </message>
    <message>
        <source>Locale</source>
        <translation>区域设置</translation>
    </message>
    <message>
        <source>Time zone</source>
        <translation>时区</translation>
    </message>
    <message>
        <source>Lockstep&apos;s own build</source>
        <translation>Lockstep 自身的构建</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Hash of the sources</source>
        <translation>源代码哈希</translation>
    </message>
    <message>
        <source>SHA-256 over the sources of engine, tracking and app: the same build even without git.</source>
        <translation>engine、tracking 和 app 源代码的 SHA-256：没有 git 也能确认是同一构建。</translation>
    </message>
    <message>
        <source>Compiler</source>
        <translation>编译器</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>编译选项</translation>
    </message>
    <message>
        <source>Build type</source>
        <translation>构建类型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Fingerprint</source>
        <translation>指纹</translation>
    </message>
    <message>
        <source>SHA-256 over the decoded samples, labels and their order: independent of seeds, normalisation and threads.</source>
        <translation>解码后的样本、标签及其顺序的 SHA-256：与随机种子、归一化和线程数无关。</translation>
    </message>
    <message>
        <source>Hash of the split</source>
        <translation>数据划分的哈希</translation>
    </message>
    <message>
        <source>SHA-256 over the indices of the three parts.</source>
        <translation>三个部分的样本索引的 SHA-256。</translation>
    </message>
    <message>
        <source>Samples for training</source>
        <translation>训练样本数</translation>
    </message>
    <message>
        <source>Samples for validation</source>
        <translation>验证样本数</translation>
    </message>
    <message>
        <source>Samples for the test</source>
        <translation>测试样本数</translation>
    </message>
    <message>
        <source>A sample&apos;s shape</source>
        <translation>样本形状</translation>
    </message>
    <message>
        <source>Classification</source>
        <translation>分类任务</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Samples of each class</source>
        <translation>各类别的样本数</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Values of a target</source>
        <translation>目标的值数</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Over every byte of the file.</source>
        <translation>根据文件的每个字节计算。</translation>
    </message>
    <message>
        <source>Size in all</source>
        <translation>总大小</translation>
    </message>
    <message>
        <source>Hash of all files</source>
        <translation>全部文件的哈希</translation>
    </message>
    <message>
        <source>SHA-256 over every file&apos;s path, size and hash.</source>
        <translation>每个文件的路径、大小和哈希的 SHA-256。</translation>
    </message>
    <message>
        <source>Transforms</source>
        <translation>变换</translation>
    </message>
    <message>
        <source>How a file&apos;s content becomes the model&apos;s input; fitted on the training part alone.</source>
        <translation>文件内容如何变为模型的输入；仅根据训练集拟合。</translation>
    </message>
    <message>
        <source>Version of this form</source>
        <translation>格式版本</translation>
    </message>
    <message>
        <source>Kind of data</source>
        <translation>数据种类</translation>
    </message>
    <message>
        <source>A decoded sample&apos;s shape</source>
        <translation>解码后样本的形状</translation>
    </message>
    <message>
        <source>The model&apos;s input</source>
        <translation>模型的输入</translation>
    </message>
    <message>
        <source>A decoded sample&apos;s type</source>
        <translation>解码后样本的类型</translation>
    </message>
    <message>
        <source>Its largest value</source>
        <translation>最大值</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>input = (sample - shift) * scale</source>
        <translation>输入 = (样本 - 偏移) * 缩放</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>偏移</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Resizing</source>
        <translation>尺寸调整</translation>
    </message>
    <message>
        <source>Header line</source>
        <translation>标题行</translation>
    </message>
    <message>
        <source>Missing values</source>
        <translation>缺失值</translation>
    </message>
    <message>
        <source>Known texts</source>
        <translation>已知文本</translation>
    </message>
    <message>
        <source>Stands in for missing values</source>
        <translation>缺失值的填充值</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Classes in label order</source>
        <translation>按标签顺序的类别</translation>
    </message>
    <message>
        <source>Weights that it began from</source>
        <translation>起始权重</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Taken</source>
        <translation>已采用</translation>
    </message>
    <message>
        <source>Not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>Not in the model</source>
        <translation>模型中没有</translation>
    </message>
    <message>
        <source>Of another shape</source>
        <translation>形状不同</translation>
    </message>
    <message>
        <source>Checksum</source>
        <translation>校验和</translation>
    </message>
    <message>
        <source>Over every bit of every parameter before the first step: the same on every device and number of threads.</source>
        <translation>第一步之前全部参数逐位计算：在任何设备和线程数下都相同。</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数</translation>
    </message>
    <message>
        <source>Steps planned</source>
        <translation>计划步数</translation>
    </message>
    <message>
        <source>Steps an epoch</source>
        <translation>每轮步数</translation>
    </message>
    <message>
        <source>Samples an epoch</source>
        <translation>每轮样本数</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Number type</source>
        <translation>数值类型</translation>
    </message>
    <message>
        <source>Size of the parameters</source>
        <translation>参数大小</translation>
    </message>
    <message>
        <source>Final weights</source>
        <translation>最终权重</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Over every bit of every parameter after the last step.</source>
        <translation>最后一步之后全部参数逐位计算。</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>Set on the command line</source>
        <translation>命令行中的设置</translation>
    </message>
    <message>
        <source>The whole value is UTC milliseconds since 1970.</source>
        <translation>完整值为自 1970 年起的 UTC 毫秒数。</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>共 %n 项</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ damaged: this text is no JSON</source>
        <translation>✗ 已损坏：此文本不是 JSON</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Why it ended</source>
        <translation>结束原因</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>创建时间</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>结束时间</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Reproduces</source>
        <translation>所重现的运行</translation>
    </message>
    <message>
        <source>Another seed of</source>
        <translation>更换种子自</translation>
    </message>
    <message>
        <source>Begins with the weights of</source>
        <translation>初始权重来自</translation>
    </message>
    <message>
        <source>Part of the sweep of</source>
        <translation>所属超参搜索</translation>
    </message>
    <message>
        <source>Comes from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message>
        <source>SHA-256 over what decides the experiment, as resolved; without seeds, paths, device, threads, names.</source>
        <translation>对解析后决定实验的内容计算的 SHA-256；不含随机种子、路径、设备、线程数和名称。</translation>
    </message>
    <message>
        <source>What the hash covers</source>
        <translation>哈希涵盖的内容</translation>
    </message>
    <message>
        <source>As written</source>
        <translation>原文</translation>
    </message>
    <message>
        <source>Resolved</source>
        <translation>解析后</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>a git repository</source>
        <translation>git 仓库</translation>
    </message>
    <message>
        <source>the folder lies in no git repository</source>
        <translation>该文件夹不在 git 仓库中</translation>
    </message>
    <message>
        <source>a git repository without a working tree</source>
        <translation>没有工作树的 git 仓库</translation>
    </message>
    <message>
        <source>a git repository that could not be opened</source>
        <translation>无法打开的 git 仓库</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试</translation>
    </message>
    <message>
        <source>One process&apos; work on the run; resuming opens another.</source>
        <translation>一个进程在此运行上的工作；继续运行会开始新的一次尝试。</translation>
    </message>
    <message>
        <source>● under way, or its process is gone</source>
        <translation>● 正在进行，或其进程已消失</translation>
    </message>
    <message>
        <source>Attempt %1</source>
        <translation>第 %1 次尝试</translation>
    </message>
    <message>
        <source>from step %1 on %2: %3</source>
        <translation>从第 %1 步开始，在 %2 上：%3</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>起始步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最后一步</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>如何结束</translation>
    </message>
    <message>
        <source>Checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>step %1 · %2</source>
        <translation>第 %1 步 · %2</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入时间</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Step %1, %2</source>
        <translation>第 %1 步，%2</translation>
    </message>
    <message>
        <source>With the weights: %1</source>
        <translation>所用权重：%1</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>none, because the folder lies in no git repository</source>
        <translation>无，该文件夹不在 git 仓库中</translation>
    </message>
    <message>
        <source>none, because the repository has no working tree</source>
        <translation>无，该仓库没有工作树</translation>
    </message>
    <message>
        <source>none, because the repository could not be opened</source>
        <translation>无，无法打开该仓库</translation>
    </message>
    <message>
        <source>none, because every file was as in the commit</source>
        <translation>无，所有文件都与提交一致</translation>
    </message>
    <message>
        <source>none, because every change was left out; the reasons stand beside the files</source>
        <translation>无，所有更改都未纳入；原因列在各文件旁</translation>
    </message>
    <message>
        <source>none: the changes have no content of their own</source>
        <translation>无：这些更改没有自身的内容</translation>
    </message>
    <message numerus="yes">
        <source>%n more; they are in a copy of this value</source>
        <translation>
            <numerusform>另有 %n 项；复制此值可得到全部</numerusform>
        </translation>
    </message>
    <message>
        <source>Used by the run</source>
        <translation>此运行所用</translation>
    </message>
    <message>
        <source>Compute capability</source>
        <translation>计算能力</translation>
    </message>
    <message>
        <source>Arithmetic on the GPU</source>
        <translation>GPU 上的算术</translation>
    </message>
    <message>
        <source>How the GPU computed this run.</source>
        <translation>GPU 如何计算此运行。</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>严格模式</translation>
    </message>
    <message>
        <source>Algorithms that can&apos;t repeat bit for bit were refused.</source>
        <translation>无法逐位重现的算法会被拒绝。</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>Inputs of matrix products and convolutions were rounded to 10 bits.</source>
        <translation>矩阵乘法和卷积的输入被舍入为 10 位尾数。</translation>
    </message>
    <message>
        <source>Step as a graph</source>
        <translation>训练步的图</translation>
    </message>
    <message>
        <source>Whether the step was captured and replayed. It changes no result.</source>
        <translation>训练步是否被捕获并重放。不影响结果。</translation>
    </message>
    <message>
        <source>Algorithms chosen</source>
        <translation>选用的算法</translation>
    </message>
    <message>
        <source>Of NVIDIA&apos;s libraries, for each operation and shape.</source>
        <translation>NVIDIA 各库为每种运算和形状选用的算法。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RecordModel</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ReportDialog</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>The report&apos;s language</source>
        <translation>报告的语言</translation>
    </message>
    <message>
        <source>en</source>
        <comment>the language that these texts are in: en or zh_CN</comment>
        <translation>zh_CN</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>HTML, one file</source>
        <translation>HTML，单个文件</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Markdown</source>
        <translation>Markdown</translation>
    </message>
    <message>
        <source>LaTeX tables</source>
        <translation>LaTeX 表格</translation>
    </message>
    <message>
        <source>CSV, all points</source>
        <translation>CSV，全部数据点</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Save the report…</source>
        <translation>保存报告…</translation>
    </message>
    <message>
        <source>The report&apos;s pages</source>
        <translation>报告的页面</translation>
    </message>
    <message>
        <source>Putting the report together…</source>
        <translation>正在生成报告…</translation>
    </message>
    <message>
        <source>The report is not there yet.</source>
        <translation>报告尚未生成。</translation>
    </message>
    <message>
        <source>The report can&apos;t be made: %1</source>
        <translation>无法生成报告：%1</translation>
    </message>
    <message>
        <source>Page %1 of %2</source>
        <translation>第 %1 页，共 %2 页</translation>
    </message>
    <message numerus="yes">
        <source>%n page(s) more are in the file.</source>
        <translation>
            <numerusform>文件中还有 %n 页。</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>保存报告</translation>
    </message>
    <message>
        <source>The report is being written.</source>
        <translation>正在写入报告。</translation>
    </message>
    <message>
        <source>The report is in %1</source>
        <translation>报告已保存到 %1</translation>
    </message>
    <message>
        <source>The report was not written: %1</source>
        <translation>未能写入报告：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ReproductionStrip</name>
    <message>
        <source>Open the original</source>
        <translation>打开原运行</translation>
    </message>
    <message>
        <source>▲ The original can&apos;t be read: %1</source>
        <translation>▲ 无法读取原运行：%1</translation>
    </message>
    <message>
        <source>%1 against %2. %3</source>
        <translation>%1（对照 %2）。%3</translation>
    </message>
    <message>
        <source>≠ Parted from %1. %2</source>
        <translation>≠ 已偏离 %1。%2</translation>
    </message>
    <message>
        <source>● Reproduces %1; no step yet</source>
        <translation>● 正在重现 %1；尚无步</translation>
    </message>
    <message>
        <source>✓ In lockstep with %1 through step %2</source>
        <translation>✓ 与 %1 逐步一致，至第 %2 步</translation>
    </message>
    <message>
        <source>Reproduced by: %1</source>
        <translation>重现此运行的有：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Results</name>
    <message>
        <source>best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>those of the moment</source>
        <translation>当时的权重</translation>
    </message>
    <message>
        <source>Bit for bit what the run recorded with these weights</source>
        <translation>与此运行用这些权重记录的值逐位一致</translation>
    </message>
    <message>
        <source>The run recorded %1 with these weights</source>
        <translation>此运行用这些权重记录的值为 %1</translation>
    </message>
    <message>
        <source>The run recorded no value with these weights</source>
        <translation>此运行没有用这些权重记录的值</translation>
    </message>
    <message>
        <source>✓ %1, %2 %</source>
        <translation>✓ %1，%2 %</translation>
    </message>
    <message>
        <source>✗ %1 → %2, %3 %</source>
        <translation>✗ %1 → %2，%3 %</translation>
    </message>
    <message>
        <source>%1: recognised as “%2” with a probability of %3 %</source>
        <translation>%1：以 %3 % 的概率正确识别为“%2”</translation>
    </message>
    <message>
        <source>%1: is “%2”, was taken for “%3” with a probability of %4 %; the right class got %5 %</source>
        <translation>%1：真实类别为“%2”，以 %4 % 的概率被误认为“%3”；真实类别的概率为 %5 %</translation>
    </message>
    <message>
        <source>%1, predicted %2</source>
        <translation>%1，预测为 %2</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最后</translation>
    </message>
    <message>
        <source>at step</source>
        <translation>所在步</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>With the weights</source>
        <translation>所用权重</translation>
    </message>
    <message>
        <source>Evaluated now</source>
        <translation>本次评估</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>样本数</translation>
    </message>
    <message>
        <source>Recognised</source>
        <translation>识别正确</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>准确率</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>样本</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>真实类别</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目标</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>概率</translation>
    </message>
    <message>
        <source>of the right one</source>
        <translation>真实类别的概率</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Squared error</source>
        <translation>平方误差</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Second best</source>
        <translation>次优预测</translation>
    </message>
    <message>
        <source>Its probability</source>
        <translation>次优概率</translation>
    </message>
    <message>
        <source>the best weights, of step %1</source>
        <translation>第 %1 步的最佳权重</translation>
    </message>
    <message>
        <source>the last weights, of step %1</source>
        <translation>第 %1 步的最后权重</translation>
    </message>
    <message>
        <source>test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>验证</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ResultsTab</name>
    <message>
        <source>Reading the results…</source>
        <translation>正在读取结果…</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Save model…</source>
        <translation>保存模型…</translation>
    </message>
    <message>
        <source>Weights to use</source>
        <translation>要使用的权重</translation>
    </message>
    <message>
        <source>&amp;Weights</source>
        <translation>权重(&amp;W)</translation>
    </message>
    <message>
        <source>Metrics of the run</source>
        <translation>此运行的指标</translation>
    </message>
    <message>
        <source>Copy the metrics</source>
        <translation>复制指标</translation>
    </message>
    <message>
        <source>Parts of the evaluation</source>
        <translation>评估的各部分</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>Worst samples</source>
        <translation>最差样本</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>试用</translation>
    </message>
    <message>
        <source>The evaluation was cancelled. Nothing was changed.</source>
        <translation>评估已取消。没有任何更改。</translation>
    </message>
    <message>
        <source>The results could not be read</source>
        <translation>无法读取结果</translation>
    </message>
    <message>
        <source>No metrics yet</source>
        <translation>还没有指标</translation>
    </message>
    <message>
        <source>The first ones come with the first step of training.</source>
        <translation>训练的第一步完成后就会有。</translation>
    </message>
    <message>
        <source>best, of step %1</source>
        <translation>最佳，第 %1 步</translation>
    </message>
    <message>
        <source>last, of step %1</source>
        <translation>最后，第 %1 步</translation>
    </message>
    <message>
        <source>The run has no checkpoint yet. It writes one at the end of an epoch, and when it is stopped.</source>
        <translation>此运行还没有检查点。每轮结束时和停止时会写入。</translation>
    </message>
    <message>
        <source>Not evaluated yet</source>
        <translation>尚未评估</translation>
    </message>
    <message>
        <source>The model is applied to the run&apos;s own validation and test parts, read and split again as the run did.</source>
        <translation>按此运行的方式重新读取并划分数据，将模型应用于其验证集和测试集。</translation>
    </message>
    <message>
        <source>No model to evaluate yet</source>
        <translation>还没有可评估的模型</translation>
    </message>
    <message>
        <source>What is shown was found with %1.</source>
        <translation>当前显示的是使用%1的结果。</translation>
    </message>
    <message>
        <source>Evaluating…</source>
        <translation>正在评估…</translation>
    </message>
    <message>
        <source>The run&apos;s own data are read and split again as the run did.</source>
        <translation>正在按此运行的方式重新读取并划分其数据。</translation>
    </message>
    <message>
        <source>These are not the data that the run was trained on: %1</source>
        <translation>这不是此运行训练时的数据：%1</translation>
    </message>
    <message>
        <source>The data have changed</source>
        <translation>数据已变化</translation>
    </message>
    <message>
        <source>They are not those that the run was trained on: %1</source>
        <translation>已不是此运行训练时的数据：%1</translation>
    </message>
    <message>
        <source>The run&apos;s data have changed since it was trained: %1</source>
        <translation>此运行的数据在训练后发生了变化：%1</translation>
    </message>
    <message>
        <source>Evaluate all the same</source>
        <translation>仍然评估</translation>
    </message>
    <message>
        <source>Nothing to evaluate on</source>
        <translation>没有可用于评估的数据</translation>
    </message>
    <message>
        <source>The run has neither a validation nor a test part. Try the model on files instead, or train with data.validation_fraction or data.test_fraction.</source>
        <translation>此运行既没有验证集也没有测试集。可以改为在文件上试用模型，或设置 data.validation_fraction 或 data.test_fraction 后重新训练。</translation>
    </message>
    <message>
        <source>The evaluation failed</source>
        <translation>评估失败</translation>
    </message>
    <message>
        <source>The evaluation failed: %1</source>
        <translation>评估失败：%1</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>The run has no checkpoint yet.</source>
        <translation>此运行还没有检查点。</translation>
    </message>
    <message>
        <source>It is being evaluated.</source>
        <translation>正在评估。</translation>
    </message>
    <message>
        <source>It is being saved.</source>
        <translation>正在保存。</translation>
    </message>
    <message>
        <source>Save the model</source>
        <translation>保存模型</translation>
    </message>
    <message>
        <source>Safetensors, which PyTorch reads (*.safetensors)</source>
        <translation>Safetensors，PyTorch 可读取 (*.safetensors)</translation>
    </message>
    <message>
        <source>The model could not be saved: %1</source>
        <translation>无法保存模型：%1</translation>
    </message>
    <message>
        <source>Saved to %1: %2 parameters, %3, %4</source>
        <translation>已保存到 %1：%2 个参数，%3，%4</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>暂无</translation>
    </message>
    <message>
        <source>No results yet</source>
        <translation>还没有结果</translation>
    </message>
    <message>
        <source>The first metrics come with the first step of training, a model to evaluate and to try with the first checkpoint: at the end of an epoch, or when the run is stopped.</source>
        <translation>训练的第一步完成后会有指标；写入第一个检查点后，即每轮结束时或运行停止时，会有可评估和试用的模型。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunColumn</name>
    <message>
        <source>✓ identical</source>
        <translation>✓ 完全一致</translation>
    </message>
    <message>
        <source>≈ within tolerance</source>
        <translation>≈ 在容差内</translation>
    </message>
    <message>
        <source>≠ diverged</source>
        <translation>≠ 已偏离</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>刚刚</translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n h ago</source>
        <translation>
            <numerusform>%n 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n 天前</numerusform>
        </translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>时长</translation>
    </message>
    <message>
        <source>Commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>开始时间</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>Id</source>
        <translation>ID</translation>
    </message>
    <message>
        <source>Moved here</source>
        <translation>移入时间</translation>
    </message>
    <message>
        <source>Checked for comparison; Space checks the selected runs</source>
        <translation>已勾选以供比较；按空格键勾选所选运行</translation>
    </message>
    <message>
        <source>The preset, or the layers with parameters</source>
        <translation>预设，或含参数的层</translation>
    </message>
    <message>
        <source>The data set, and the beginning of its fingerprint: a hash over every decoded sample, label and their order</source>
        <translation>数据集及其指纹的开头：对每个解码后的样本、标签及其顺序计算的哈希</translation>
    </message>
    <message>
        <source>The best value of the validation metric, or of the loss where there is none</source>
        <translation>验证指标的最佳值，没有时为损失的最佳值</translation>
    </message>
    <message>
        <source>The loss of the last training step</source>
        <translation>最后一个训练步的损失</translation>
    </message>
    <message>
        <source>The commit of the code; a dot tells of uncommitted changes, which were recorded</source>
        <translation>代码的提交；圆点表示有未提交的更改，这些更改已记录</translation>
    </message>
    <message>
        <source>The last value of %1</source>
        <translation>%1 的最后一个值</translation>
    </message>
    <message>
        <source>%1 of the config</source>
        <translation>配置中的 %1</translation>
    </message>
    <message>
        <source>done</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Tags: %1</source>
        <translation>标签：%1</translation>
    </message>
    <message>
        <source>Fingerprint of every sample, label and their order:
%1</source>
        <translation>全部样本、标签及其顺序的指纹：
%1</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message numerus="yes">
        <source>with uncommitted changes in %n file(s), which were recorded</source>
        <translation>
            <numerusform>%n 个文件有未提交的更改，已记录</numerusform>
        </translation>
    </message>
    <message>
        <source>with uncommitted changes, which were recorded</source>
        <translation>有未提交的更改，已记录</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunColumns</name>
    <message>
        <source>Checked for comparison</source>
        <translation>已勾选以供比较</translation>
    </message>
    <message numerus="yes">
        <source>Hide %n column(s) that are the same for all shown runs</source>
        <translation>
            <numerusform>隐藏所示运行中取值相同的 %n 列</numerusform>
        </translation>
    </message>
    <message>
        <source>No column is the same for all shown runs</source>
        <translation>所示运行中没有取值相同的列</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>As at first</source>
        <translation>恢复初始列</translation>
    </message>
    <message>
        <source>Unpin the columns</source>
        <translation>取消固定列</translation>
    </message>
    <message>
        <source>Pin the columns up to the current one</source>
        <translation>固定到当前列为止的列</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunDelegate</name>
    <message>
        <source>New name of the run</source>
        <translation>运行的新名称</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunDetails</name>
    <message>
        <source>Tags, with commas between them</source>
        <translation>标签，用逗号分隔</translation>
    </message>
    <message>
        <source>baseline, paper</source>
        <translation>baseline, paper</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>What was this run for? What came out?</source>
        <translation>这个运行的目的是什么？结果如何？</translation>
    </message>
    <message>
        <source>No run is selected</source>
        <translation>没有选中运行</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>The tags that all the selected runs have. One added here is added to each of them; one taken away is taken from each.</source>
        <translation>所有选中运行共有的标签。在此添加会加到每个运行，移除会从每个运行移除。</translation>
    </message>
    <message>
        <source>Notes are written for one run at a time.</source>
        <translation>备注一次只能为一个运行填写。</translation>
    </message>
    <message>
        <source>Select a run to write about it.</source>
        <translation>选中一个运行后可填写备注。</translation>
    </message>
    <message>
        <source>The tags could not be saved: %1</source>
        <translation>无法保存标签：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunFilter</name>
    <message>
        <source>The quotation mark before %1 is never closed.</source>
        <translation>%1 前的引号没有闭合。</translation>
    </message>
    <message>
        <source>A name must stand before %1, such as val/accuracy &gt; 0.9.</source>
        <translation>%1 前需要有名称，例如 val/accuracy &gt; 0.9。</translation>
    </message>
    <message>
        <source>Something must stand right after “%1:”, such as %2.</source>
        <translation>“%1:”后需要紧跟内容，例如 %2。</translation>
    </message>
    <message>
        <source>A field&apos;s name must stand before the colon, such as tag:baseline.</source>
        <translation>冒号前需要有字段名，例如 tag:baseline。</translation>
    </message>
    <message>
        <source>There is no field “%1”. Did you mean “%2:”?</source>
        <translation>没有字段“%1”。您是否要找“%2:”？</translation>
    </message>
    <message>
        <source>There is no field “%1”. There are: %2. A text with a colon in it can stand in quotation marks.</source>
        <translation>没有字段“%1”。可用的有：%2。含冒号的文本可以放在引号中。</translation>
    </message>
    <message>
        <source>“%1” is no status. There are: %2.</source>
        <translation>“%1”不是状态。可用的有：%2。</translation>
    </message>
    <message>
        <source>“is:” can be followed by checked, live or dirty, not by “%1”.</source>
        <translation>“is:”后可以是 checked、live 或 dirty，不能是“%1”。</translation>
    </message>
    <message>
        <source>A seed is a whole number, not “%1”.</source>
        <translation>随机种子是整数，不能是“%1”。</translation>
    </message>
    <message>
        <source>A value must stand after “%1 %2”, such as 0.9.</source>
        <translation>“%1 %2”后需要有值，例如 0.9。</translation>
    </message>
    <message>
        <source>“%1” is no date: write started &gt; 2026-11-30.</source>
        <translation>“%1”不是日期：请写成 started &gt; 2026-11-30。</translation>
    </message>
    <message>
        <source>“%1” is not a number, and %2 is one.</source>
        <translation>“%1”不是数字，而 %2 是数字。</translation>
    </message>
    <message>
        <source>“%1” is not a number; only = and != compare texts.</source>
        <translation>“%1”不是数字；文本只能用 = 和 != 比较。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunHeader</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
    </message>
    <message>
        <source>commit</source>
        <translation>提交</translation>
    </message>
    <message>
        <source>The commit of the code in the config&apos;s folder.</source>
        <translation>配置所在文件夹中代码的提交。</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>随机种子</translation>
    </message>
    <message>
        <source>The master seed: order, initial weights, augmentation and dropout follow from it.</source>
        <translation>主种子：样本顺序、初始权重、数据增强和 Dropout 都由它派生。</translation>
    </message>
    <message>
        <source>data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>The fingerprint of the decoded samples, their labels and their order.</source>
        <translation>解码后的样本、标签及其顺序的指纹。</translation>
    </message>
    <message>
        <source>config</source>
        <translation>配置</translation>
    </message>
    <message>
        <source>The hash of everything in the config that decides the result.</source>
        <translation>配置中决定结果的全部内容的哈希。</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>What the run computes on.</source>
        <translation>运行所用的计算设备。</translation>
    </message>
    <message>
        <source>%1
run %2</source>
        <translation>%1
运行 %2</translation>
    </message>
    <message>
        <source>epoch %1/%2</source>
        <translation>第 %1/%2 轮</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>第 %1 轮</translation>
    </message>
    <message>
        <source>step %1/%2</source>
        <translation>第 %1/%2 步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message numerus="yes">
        <source>• uncommitted changes in %n file(s) were recorded with it</source>
        <translation>
            <numerusform>• 同时记录了 %n 个文件的未提交更改</numerusform>
        </translation>
    </message>
    <message>
        <source>• uncommitted changes were recorded with it</source>
        <translation>• 同时记录了未提交的更改</translation>
    </message>
    <message>
        <source>%1 left</source>
        <translation>剩余 %1</translation>
    </message>
    <message>
        <source>estimating</source>
        <translation>正在估计</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>用时 %1</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>Memory of the run&apos;s process: %1 bytes</source>
        <translation>运行进程的内存：%1 字节</translation>
    </message>
    <message>
        <source>%1: %2 %</source>
        <translation>%1：%2 %</translation>
    </message>
    <message>
        <source>hashing the data&apos;s files</source>
        <translation>正在计算数据文件的哈希</translation>
    </message>
    <message>
        <source>reading the images&apos; headers</source>
        <translation>正在读取图像文件头</translation>
    </message>
    <message>
        <source>decoding the images</source>
        <translation>正在解码图像</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>%1 % busy</source>
        <translation>占用 %1 %</translation>
    </message>
    <message>
        <source>Busy: the share of the last moments in which the GPU computed something, for any program.</source>
        <translation>占用：最近片刻中 GPU 为任一程序进行计算的时间比例。</translation>
    </message>
    <message>
        <source>Memory in use on the GPU, by all programs: %1 bytes</source>
        <translation>GPU 上所有程序占用的内存：%1 字节</translation>
    </message>
    <message>
        <source>%1 W</source>
        <translation>%1 W</translation>
    </message>
    <message>
        <source>Power that it draws: %1 W</source>
        <translation>当前功率：%1 W</translation>
    </message>
    <message>
        <source>%1 °C</source>
        <translation>%1 °C</translation>
    </message>
    <message>
        <source>Temperature: %1 °C</source>
        <translation>温度：%1 °C</translation>
    </message>
    <message>
        <source>%1 MHz</source>
        <translation>%1 MHz</translation>
    </message>
    <message>
        <source>Clock of its multiprocessors: %1 MHz</source>
        <translation>多处理器时钟：%1 MHz</translation>
    </message>
    <message>
        <source>GPU: %1</source>
        <translation>GPU：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunHealth</name>
    <message>
        <source>Resume goes on from the checkpoint of step %1.</source>
        <translation>“继续”会从第 %1 步的检查点开始。</translation>
    </message>
    <message>
        <source>There is no checkpoint yet: Resume begins again at step 1.</source>
        <translation>还没有检查点：“继续”会从第 1 步重新开始。</translation>
    </message>
    <message>
        <source>The loss is NaN since step %1: the run learns nothing more. A smaller learning rate or clip_norm may help.</source>
        <translation>损失从第 %1 步起为 NaN：此运行已学不到任何东西。减小学习率或 clip_norm 可能有帮助。</translation>
    </message>
    <message>
        <source>The loss is infinite since step %1: the run learns nothing more. A smaller learning rate or clip_norm may help.</source>
        <translation>损失从第 %1 步起为无穷大：此运行已学不到任何东西。减小学习率或 clip_norm 可能有帮助。</translation>
    </message>
    <message numerus="yes">
        <source>The loss was NaN or infinite at %n step(s), last at step %1.</source>
        <translation>
            <numerusform>有 %n 步的损失为 NaN 或无穷大，最后一次在第 %1 步。</numerusform>
        </translation>
    </message>
    <message>
        <source>The run failed.</source>
        <translation>运行失败。</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>运行失败：%1</translation>
    </message>
    <message>
        <source>The run was interrupted: its process was killed, or the machine went down. What it recorded is safe.</source>
        <translation>运行已中断：其进程被终止，或机器宕机。已记录的内容是安全的。</translation>
    </message>
    <message>
        <source>The run was stopped at step %1.</source>
        <translation>运行在第 %1 步停止。</translation>
    </message>
    <message>
        <source>The run was stopped at step %1: %2</source>
        <translation>运行在第 %1 步停止：%2</translation>
    </message>
    <message>
        <source>The run is paused after step %1; it goes on from there.</source>
        <translation>运行在第 %1 步后暂停；将从那里继续。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>已复制：%1</translation>
    </message>
    <message>
        <source>Parts of the run</source>
        <translation>运行的各部分</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>曲线</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制配置</translation>
    </message>
    <message>
        <source>The run can not go on as it began: %1 Nothing was changed.</source>
        <translation>此运行无法按开始时的条件继续：%1 没有任何更改。</translation>
    </message>
    <message>
        <source>Resume all the same</source>
        <translation>仍然继续</translation>
    </message>
    <message>
        <source>The run&apos;s config can not be read: %1</source>
        <translation>无法读取此运行的配置：%1</translation>
    </message>
    <message>
        <source>The run was started with further settings, which are not in this text: %1</source>
        <translation>此运行启动时还使用了其他设置，不在此文本中：%1</translation>
    </message>
    <message>
        <source>The run is in the trash.</source>
        <translation>运行已移到回收站。</translation>
    </message>
    <message>
        <source>This run is in the trash.</source>
        <translation>此运行在回收站中。</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>The run is being stopped.</source>
        <translation>正在停止运行。</translation>
    </message>
    <message>
        <source>Stopping …</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>The run writes its checkpoint and stops.</source>
        <translation>运行会写入检查点后停止。</translation>
    </message>
    <message>
        <source>Resuming …</source>
        <translation>正在继续…</translation>
    </message>
    <message>
        <source>The run is being resumed.</source>
        <translation>正在继续运行。</translation>
    </message>
    <message>
        <source>Reproduce</source>
        <translation>重现</translation>
    </message>
    <message>
        <source>The run can not be repeated as it was: %1 Nothing was trained.</source>
        <translation>此运行无法按原样重现：%1 没有进行训练。</translation>
    </message>
    <message>
        <source>Reproduce all the same</source>
        <translation>仍然重现</translation>
    </message>
    <message>
        <source>Looking at data and code …</source>
        <translation>正在检查数据和代码…</translation>
    </message>
    <message>
        <source>Data, code and environment are being compared with the record.</source>
        <translation>正在将数据、代码和环境与记录比较。</translation>
    </message>
    <message>
        <source>The run ended before its first step: there is nothing to check against.</source>
        <translation>此运行在第一步之前就结束了：没有可供对照的内容。</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunPreview</name>
    <message numerus="yes">
        <source>%n more of the selected runs are not drawn.</source>
        <translation>
            <numerusform>另有 %n 个所选运行未绘制。</numerusform>
        </translation>
    </message>
    <message>
        <source>Select runs to see their curves here.</source>
        <translation>选中运行后，这里会显示其曲线。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunRowFacts</name>
    <message>
        <source>%1 parameters</source>
        <translation>%1 个参数</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunTableModel</name>
    <message>
        <source>Checked</source>
        <translation>已勾选</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No runs yet</source>
        <translation>还没有运行</translation>
    </message>
    <message>
        <source>Here every run of the project will stand: its curves, its metrics, and the exact config, code and data that it came from.</source>
        <translation>项目的所有运行都会列在这里：曲线、指标，以及产生它的确切配置、代码和数据。</translation>
    </message>
    <message>
        <source>No run matches the filter</source>
        <translation>没有匹配筛选条件的运行</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) put back</source>
        <translation>
            <numerusform>已还原 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>%1 of %2 runs are shown</source>
        <translation>显示 %1 个运行，共 %2 个</translation>
    </message>
    <message numerus="yes">
        <source>None of the %n run(s) fits “%1”.</source>
        <translation>
            <numerusform>%n 个运行中没有符合“%1”的。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>☑ %n checked</source>
        <translation>
            <numerusform>☑ 已勾选 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Check for comparison</source>
        <translation>勾选以供比较</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暂停</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Duplicate its config</source>
        <translation>复制其配置</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>打开其文件夹</translation>
    </message>
    <message>
        <source>Copy as a table</source>
        <translation>复制为表格</translation>
    </message>
    <message>
        <source>Copy the id</source>
        <translation>复制 ID</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Filter the runs</source>
        <translation>筛选运行</translation>
    </message>
    <message>
        <source>Clear the filter</source>
        <translation>清除筛选</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>列</translation>
    </message>
    <message>
        <source>Sort by the current column</source>
        <translation>按当前列排序</translation>
    </message>
    <message>
        <source>Move the current column left</source>
        <translation>将当前列左移</translation>
    </message>
    <message>
        <source>Move the current column right</source>
        <translation>将当前列右移</translation>
    </message>
    <message>
        <source>Uncheck all</source>
        <translation>取消全部勾选</translation>
    </message>
    <message>
        <source>Tags and notes</source>
        <translation>标签和备注</translation>
    </message>
    <message>
        <source>Preview of the selection</source>
        <translation>预览所选项</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Undo moving to the trash</source>
        <translation>撤销移到回收站</translation>
    </message>
    <message>
        <source>Train the bundled example</source>
        <translation>训练内置示例</translation>
    </message>
    <message>
        <source>Open a config…</source>
        <translation>打开配置…</translation>
    </message>
    <message>
        <source>Select a run first.</source>
        <translation>请先选择运行。</translation>
    </message>
    <message>
        <source>Select one run only.</source>
        <translation>请只选择一个运行。</translation>
    </message>
    <message>
        <source>None of the selected runs is running.</source>
        <translation>所选运行都不在运行中。</translation>
    </message>
    <message>
        <source>None of the selected runs is live.</source>
        <translation>所选运行都不在进行中。</translation>
    </message>
    <message>
        <source>None of the selected runs is paused, stopped, interrupted or failed.</source>
        <translation>所选运行中没有已暂停、已停止、已中断或失败的。</translation>
    </message>
    <message>
        <source>Nothing was moved to the trash.</source>
        <translation>没有任何内容移到回收站。</translation>
    </message>
    <message>
        <source>%1 is live and can&apos;t be moved to the trash. Stop it first; nothing was moved.</source>
        <translation>%1 正在进行，不能移到回收站。请先停止它；没有移动任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) moved to trash</source>
        <translation>
            <numerusform>已将 %n 个运行移到回收站</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>The run can&apos;t be resumed as it began: %1</source>
        <translation>此运行无法按开始时的条件继续：%1</translation>
    </message>
    <message>
        <source>Resume all the same</source>
        <translation>仍然继续</translation>
    </message>
    <message>
        <source>The config could not be read: %1</source>
        <translation>无法读取配置：%1</translation>
    </message>
    <message>
        <source>This run recorded no config.</source>
        <translation>此运行没有记录配置。</translation>
    </message>
    <message>
        <source>No program opened the folder %1.</source>
        <translation>没有程序能打开文件夹 %1。</translation>
    </message>
    <message>
        <source>Open a config</source>
        <translation>打开配置</translation>
    </message>
    <message>
        <source>Configs (*.toml);;All files (*)</source>
        <translation>配置文件 (*.toml);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1 could not be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Pin the columns up to the current one, or unpin them</source>
        <translation>固定到当前列为止的列，或取消固定</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::ScatterView</name>
    <message>
        <source>Copy the points: %1</source>
        <translation>复制数据点：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n point(s)</source>
        <translation>
            <numerusform>%n 个点</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n not finite)</source>
        <translation>
            <numerusform>%1（%n 个非有限值）</numerusform>
        </translation>
    </message>
    <message>
        <source>No points to show</source>
        <translation>没有可显示的点</translation>
    </message>
    <message>
        <source>%1 %2, %3 %4</source>
        <translation>%1 %2，%3 %4</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::SchemaForm</name>
    <message>
        <source>What a field is for and what it takes is told here.</source>
        <translation>这里会说明字段的用途和取值。</translation>
    </message>
    <message>
        <source>The config as a form</source>
        <translation>表单形式的配置</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::SectionBox</name>
    <message>
        <source>Name of a column</source>
        <translation>列名</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Sessions</name>
    <message>
        <source>A second run needs a process of its own, and its input could not be written: %1</source>
        <translation>第二个运行需要单独的进程，但无法写入其输入：%1</translation>
    </message>
    <message>
        <source>A second run needs a process of its own, and %1 could not be started: %2</source>
        <translation>第二个运行需要单独的进程，但无法启动 %1：%2</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Sidebar</name>
    <message>
        <source>Load of this machine</source>
        <translation>本机负载</translation>
    </message>
    <message>
        <source>How busy this machine&apos;s processors are, with everything that runs on it</source>
        <translation>本机处理器的忙碌程度，包括其上运行的所有程序</translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n thread(s)</source>
        <translation>
            <numerusform>CPU，%n 个线程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 % busy</source>
        <translation>占用 %1 %</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::StartPage</name>
    <message>
        <source>Trains neural networks, records everything that decides a result, and repeats it.</source>
        <translation>训练神经网络，记录决定结果的一切，并将其重现。</translation>
    </message>
    <message>
        <source>Train the bundled example</source>
        <translation>训练内置示例</translation>
    </message>
    <message>
        <source>Open a config…</source>
        <translation>打开配置…</translation>
    </message>
    <message>
        <source>Open a project…</source>
        <translation>打开项目…</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>新建项目…</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的项目</translation>
    </message>
    <message>
        <source>%1 (not there any more)</source>
        <translation>%1（已不存在）</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::Text</name>
    <message>
        <source>The system has no memory left.</source>
        <translation>系统内存已耗尽。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TomlEditor</name>
    <message>
        <source>The config as TOML</source>
        <translation>TOML 格式的配置</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TrashView</name>
    <message>
        <source>The trash is empty</source>
        <translation>回收站为空</translation>
    </message>
    <message>
        <source>Runs that are moved here stay on the disk, and can be put back, until they are deleted for good.</source>
        <translation>移到这里的运行仍保留在磁盘上，彻底删除之前都可以还原。</translation>
    </message>
    <message>
        <source>Runs in the trash</source>
        <translation>回收站中的运行</translation>
    </message>
    <message>
        <source>Back to the runs</source>
        <translation>返回运行列表</translation>
    </message>
    <message>
        <source>Put back</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>彻底删除…</translation>
    </message>
    <message>
        <source>Empty the trash…</source>
        <translation>清空回收站…</translation>
    </message>
    <message>
        <source>The trash could not be read: %1</source>
        <translation>无法读取回收站：%1</translation>
    </message>
    <message numerus="yes">
        <source>Trash: %n run(s)</source>
        <translation>
            <numerusform>回收站：%n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>Select runs first.</source>
        <translation>请先选择运行。</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>回收站为空。</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n run(s) for good?</source>
        <translation>
            <numerusform>要彻底删除 %n 个运行吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Their records, curves and checkpoints are taken from the disk. This can&apos;t be undone.</source>
        <translation>其记录、曲线和检查点将从磁盘中删除，且无法撤销。</translation>
    </message>
    <message>
        <source>Keep them</source>
        <translation>保留</translation>
    </message>
    <message numerus="yes">
        <source>Deleting %n run(s)…</source>
        <translation>
            <numerusform>正在删除 %n 个运行…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) deleted for good</source>
        <translation>
            <numerusform>已彻底删除 %n 个运行</numerusform>
        </translation>
    </message>
    <message>
        <source>The runs could not be deleted: %1</source>
        <translation>无法删除运行：%1</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TryPanel</name>
    <message>
        <source>Predictions</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Choose files…</source>
        <translation>选择文件…</translation>
    </message>
    <message>
        <source>Copy the predictions</source>
        <translation>复制预测结果</translation>
    </message>
    <message>
        <source>Save the predictions…</source>
        <translation>保存预测结果…</translation>
    </message>
    <message>
        <source>What is wrong with the inputs</source>
        <translation>输入存在的问题</translation>
    </message>
    <message>
        <source>✗ These inputs can&apos;t be used</source>
        <translation>✗ 这些输入无法使用</translation>
    </message>
    <message>
        <source>Drop pictures or a CSV here</source>
        <translation>将图片或 CSV 拖到这里</translation>
    </message>
    <message>
        <source>Files or folders like those that the run was trained on; a target is not needed. What the model says of each appears as a table.</source>
        <translation>与此运行训练所用类似的文件或文件夹，不需要目标。模型对每个输入的预测会以表格显示。</translation>
    </message>
    <message>
        <source>No model to try yet</source>
        <translation>还没有可试用的模型</translation>
    </message>
    <message>
        <source>There are no predictions yet.</source>
        <translation>还没有预测结果。</translation>
    </message>
    <message>
        <source>Try the model on files</source>
        <translation>在文件上试用模型</translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s) with %1</source>
        <translation>
            <numerusform>%n 个预测，使用%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the first %2 are shown, saving writes all</source>
        <translation>%1；显示前 %2 个，保存时写入全部</translation>
    </message>
    <message>
        <source>Save the predictions</source>
        <translation>保存预测结果</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>The predictions could not be saved: %1</source>
        <translation>无法保存预测结果：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n prediction(s) saved to %1</source>
        <translation>
            <numerusform>已将 %n 个预测保存到 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>The run&apos;s record is being read.</source>
        <translation>正在读取此运行的记录。</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::TypeChooser</name>
    <message>
        <source>Type a few letters</source>
        <translation>输入几个字母</translation>
    </message>
    <message>
        <source>Find a type</source>
        <translation>查找类型</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>类型</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::WorkBar</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Reading the data %1</source>
        <translation>正在读取数据 %1</translation>
    </message>
    <message>
        <source>Computing %1</source>
        <translation>正在计算 %1</translation>
    </message>
    <message>
        <source>Opening the model…</source>
        <translation>正在打开模型…</translation>
    </message>
</context>
<context>
    <name>lockstep::ui::WorstView</name>
    <message>
        <source>The worst samples as pictures</source>
        <translation>以图片显示最差样本</translation>
    </message>
    <message>
        <source>The worst samples as rows</source>
        <translation>以列表显示最差样本</translation>
    </message>
    <message>
        <source>Copy the worst samples</source>
        <translation>复制最差样本</translation>
    </message>
    <message>
        <source>Copy the worst samples&apos; table</source>
        <translation>复制最差样本表格</translation>
    </message>
    <message>
        <source>Those with the greatest loss, the worst first</source>
        <translation>损失最大的样本，最差的在前</translation>
    </message>
</context>
</TS>
