// Node loads its fetch at the first call and keeps the `performance` of that moment; with that of a fake clock, every
// later request would fail
await fetch('data:,');

export {};
