import { useSyncExternalStore } from 'react';

const storageKey = 'sounds';
const changed = 'front-desk:sounds';

/** Whether sounds are on at this browser, stored across reloads; on by default. */
export function useSoundSwitch(): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(subscribe, areSoundsOn, () => true);
  return [isOn, switchSounds];
}

export function areSoundsOn(): boolean {
  return read() !== 'off';
}

function switchSounds(isOn: boolean): void {
  try {
    localStorage.setItem(storageKey, isOn ? 'on' : 'off');
  } catch {
    // without storage, sounds stay on
  }
  window.dispatchEvent(new Event(changed));
}

function read(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(changed, onChange);
    window.removeEventListener('storage', onChange);
  };
}
