import module from 'node:module';
import path from 'node:path';

// Node strips the types of 300 files and compiles them at every start, which is half of what starting a command costs.
// The cache is kept beside the packages; where that folder cannot be written to, Node goes on without.
module.enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'));
