import { useSyncExternalStore } from 'react';

const storageKey = 'sounds';
const changed = 'front-desk:sounds';

/** Whether verdicts are heard at this browser, kept over reloads; on until somebody switches it off. */
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
    // a browser that stores nothing keeps its sounds
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
