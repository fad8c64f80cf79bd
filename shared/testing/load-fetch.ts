// Node loads its fetch when it is first asked for, and takes `performance` as it is then: that of a fake clock fails every later request
await fetch('data:,');

export {};
