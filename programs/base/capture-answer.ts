type Write = (text: string) => void;

/**
 * Runs an operator command in this process.
 * @param run gets where the command writes its output and its errors, and returns its exit code
 * @returns the JSON that it prints
 * @throws Error with the command's message
 */
export async function captureAnswer<T>(run: (write: Write, writeError: Write) => Promise<number>): Promise<T> {
  let answer = '';
  let mistake = '';
  const code = await run(
    (text) => {
      answer += text;
    },
    (text) => {
      mistake += text;
    },
  );
  if (code !== 0) throw new Error(mistake.trimEnd());
  return JSON.parse(answer) as T; // safe because: our own commands print these shapes
}
