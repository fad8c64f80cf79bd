import { inBothLanguages } from './language.ts';

/** The words of a button that uses or creates a passkey. */
export const passkeyWords = inBothLanguages(
  {
    use: 'Use a passkey',
    create: 'Create the passkey',
    notUsed: 'No passkey was used.',
    notCreated: 'No passkey was created. Try again, or use another device.',
    alreadyHere: 'This device already has a passkey for you.',
    elsewhere:
      'Passkeys do not work here. Open the console at its usual address with https, on a device with a screen lock.',
    withoutScripts: 'For a passkey, this page needs JavaScript.',
  },
  {
    use: 'Passkey verwenden',
    create: 'Passkey erstellen',
    notUsed: 'Es wurde kein Passkey verwendet.',
    notCreated: 'Es wurde kein Passkey erstellt. Versuchen Sie es noch einmal, oder nehmen Sie ein anderes Gerät.',
    alreadyHere: 'Dieses Gerät hat schon einen Passkey für Sie.',
    elsewhere:
      'Hier funktionieren Passkeys nicht. Öffnen Sie den Inhaberbereich unter der gewohnten Adresse mit https, auf einem Gerät mit Bildschirmsperre.',
    withoutScripts: 'Für einen Passkey braucht diese Seite JavaScript.',
  },
);
