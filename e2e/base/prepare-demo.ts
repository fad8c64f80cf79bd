import { prepareDemo } from '#tools/testing/prepared-demo.ts';

/** Runs once, before all workers start; what it returns runs after them. */
export default prepareDemo;
