/** The state of the search box when a key is pressed. */
export interface SearchState {
  /** The number of rows: matches, and the offer below them. */
  count: number;
  hasMatches: boolean;
  isOpen: boolean;
  /** The active row, which Enter chooses; null while Enter submits the text. */
  active: number | null;
  /** Whether the text can only be a name: then the user has to choose a row. */
  isName: boolean;
  /** Whether the matches belong to the whole text. */
  isSettled: boolean;
  /** Whether the first match, and no other, matches the text exactly. */
  isExact: boolean;
}

export type SearchStep =
  | { kind: 'activate'; index: number | null }
  | { kind: 'choose'; index: number }
  /** Look up the text itself. */
  | { kind: 'submit' }
  /** The matches are still loading: Enter does nothing yet. */
  | { kind: 'wait' }
  | { kind: 'close' }
  | { kind: 'clear' };

/**
 * Maps a key in a member search box to a step; null for keys with their default behaviour. Enter chooses a row only if
 * it is active, or if exactly one member matches the text exactly: of two members with the same name, the first may be
 * wrong.
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

/** Moves through the rows and the text in a cycle, in both directions. */
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
