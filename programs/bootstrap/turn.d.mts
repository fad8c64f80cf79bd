export function tryTurn(turn: string): number | undefined;
export function releaseTurn(turn: string): void;
