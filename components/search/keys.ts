/** What the search box shows when a key is pressed. */
export interface SearchState {
  /** Rows that can be gone to: members found for what is typed, and what else is offered below them. */
  count: number;
  /** Whether any of them is a member. */
  hasMatches: boolean;
  /** Whether they are shown. */
  isOpen: boolean;
  /** The row that Enter chooses; null while it is the typed text that counts. */
  active: number | null;
  /** Whether the text can be nothing but a name: then only a row says who is meant. */
  isName: boolean;
  /** Whether the matches are those of the whole text. */
  isSettled: boolean;
  /** Whether the first match is exactly what is typed, and the only one that is. */
  isExact: boolean;
}

export type SearchStep =
  | { kind: 'activate'; index: number | null }
  | { kind: 'choose'; index: number }
  /** Look up the text itself. */
  | { kind: 'submit' }
  /** The matches are on their way: the text stays. */
  | { kind: 'wait' }
  | { kind: 'close' }
  | { kind: 'clear' };

/**
 * What a key does in a box that finds members; null for keys that do what they always do. Enter chooses no row that was
 * not gone to, but for the one member who is exactly what is typed: of two of one name, the first is not the right one.
 */
export function stepSearch(key: string, state: SearchState): SearchStep | null {
  switch (key) {
    case 'ArrowDown':
      return move(state, 1);
    case 'ArrowUp':
      return move(state, -1);
    case 'Enter':
      return enter(state);
    case 'Escape':
      return state.isOpen ? { kind: 'close' } : { kind: 'clear' };
    default:
      return null;
  }
}

/** From the last row on to the text, and from there to the first; upwards likewise. */
function move({ count, isOpen, active }: SearchState, by: 1 | -1): SearchStep | null {
  if (count === 0) return null;
  if (!isOpen || active === null) return { kind: 'activate', index: by === 1 ? 0 : count - 1 };
  const index = active + by;
  return { kind: 'activate', index: index < 0 || index >= count ? null : index };
}

function enter({ isOpen, active, isName, isSettled, isExact, hasMatches }: SearchState): SearchStep {
  if (isOpen && active !== null) return { kind: 'choose', index: active };
  if (isOpen && isSettled && isExact) return { kind: 'choose', index: 0 };
  if (!isName) return { kind: 'submit' };
  if (!isSettled) return { kind: 'wait' };
  return isOpen && hasMatches ? { kind: 'activate', index: 0 } : { kind: 'submit' };
}
