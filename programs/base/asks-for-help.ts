/** Whether a command only prints its help, which needs no database. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');
