/** Whether a command is only to say what it can do: it needs no database then. */
export const asksForHelp = (args: readonly string[]): boolean =>
  args.length === 0 || args[0] === 'help' || args.includes('--help') || args.includes('-h');
