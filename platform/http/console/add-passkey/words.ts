import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const addPasskeyWords = inBothLanguages(
  {
    title: 'Add a passkey',
    text: 'The operator of the member system requires a passkey: a sign-in by fingerprint, face or the PIN of your device, which nobody can guess or watch you type.',
    until: (time: string) =>
      `You can put this off until ${time}. After that, your password alone no longer lets you in.`,
    ended: (time: string) => `You could put this off until ${time}. Now your password alone no longer lets you in.`,
    later: 'Later',
    noDevice: 'No suitable device? The operator of the member system can give you seven more days.',
  },
  {
    title: 'Passkey hinzufügen',
    text: 'Der Betreiber des Mitgliedersystems verlangt einen Passkey: eine Anmeldung mit Fingerabdruck, Gesicht oder der PIN Ihres Geräts, die niemand erraten oder mitlesen kann.',
    until: (time) => `Sie können das bis ${time} verschieben. Danach reicht Ihr Passwort allein nicht mehr.`,
    ended: (time) => `Sie konnten das bis ${time} verschieben. Jetzt reicht Ihr Passwort allein nicht mehr.`,
    later: 'Später',
    noDevice: 'Kein passendes Gerät? Der Betreiber des Mitgliedersystems kann Ihnen sieben weitere Tage geben.',
  },
);
