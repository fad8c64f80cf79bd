/** Characters of the reason to let somebody in against a refusal. Apart from its schema: the counter loads no zod. */
export const shortestReason = 3;
export const longestReason = 500;
