import { type ReactNode, useEffect, useEffectEvent } from 'react';

/**
 * Alt and a letter, wherever the focus is. Not the bare letter: the focus rests in the search box, where it begins a
 * name, and the first key of a card from the reader must never press a button.
 */
export function useKeyShortcut(letter: string, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isAltAlone = event.altKey && !event.ctrlKey && !event.metaKey;
      // on a Mac, Alt and a letter type a symbol: the key itself says which letter it was
      if (!isAltAlone || event.repeat || event.code !== `Key${letter}`) return;
      event.preventDefault();
      press();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [letter]);
}

/** The key that does the same. Not part of the name of a button: `aria-keyshortcuts` says it there. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd aria-hidden className="hidden font-medium font-sans text-xs opacity-75 sm:inline">
      {children}
    </kbd>
  );
}
