/** Asks a program to collect its garbage and to tell what is left. */
export const heapSignal = 'SIGUSR2';

/** The variable with the folder in which a program tells that, in bytes, in a file named like its process. */
export const heapFolderVariable = 'BENCH_HEAP_FOLDER';
