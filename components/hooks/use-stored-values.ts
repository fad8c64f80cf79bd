import { useState } from 'react';

interface StoredForm<Values> {
  isUnsaved: boolean;
  beginAnew(kept: Values): void;
}

interface Stored<Values> {
  values: Values;
  /** Digest of the stored values; empty until it is known. */
  version: string;
  /** What the desk returned last, for a form that shows it: `values` are older until they change. */
  returned?: Values;
}

/**
 * Keeps a form in step with what is stored, which others may change meanwhile, as long as it has no unsaved input. From then on
 * typed text stays, and so does the version that the user saw: of two people who save, the second is told.
 * @returns the seen version, and a function that sets it once the user was informed of a newer one
 */
export function useStoredValues<Values>(
  { isUnsaved, beginAnew }: StoredForm<Values>,
  { values, version, returned }: Stored<Values>,
): [seen: string, see: (version: string) => void] {
  const [seen, setSeen] = useState(version);
  const [shown, setShown] = useState(values);
  const [last, setLast] = useState(returned);
  const mayFollow = !isUnsaved || seen === '';
  if (mayFollow && version !== '' && seen !== version) setSeen(version);
  if (last !== returned) {
    setLast(returned);
    setShown(values);
  } else if (!isUnsaved && JSON.stringify(shown) !== JSON.stringify(values)) {
    setShown(values);
    beginAnew(values);
  }
  return [seen, setSeen];
}
