import { inBothLanguages } from '#platform/http/console/shell/language.ts';

export const signInWords = inBothLanguages(
  {
    title: 'Sign in',
    text: 'For the owner of a gym in this member system.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'Wrong e-mail or password.',
    wrongPasskey: 'This passkey does not sign in here. Use another one, or your password.',
    secondStepTitle: 'One more step',
    secondStep: 'Your password is right, but your passkey is needed too.',
    back: 'Back to the sign-in',
    lostPasskey: 'You have lost it? The operator of the member system removes passkeys.',
    tooManyAttempts: 'Too many attempts. Wait 15 minutes, then try again.',
    busy: 'Many people are signing in. Try again in a moment.',
    noAccount:
      'No account, or forgotten your password? The operator of the member system creates accounts and resets passwords.',
    usedLinkTitle: 'This link has already been used',
    usedLink:
      'A link works only once. The sandbox prints one for the demo when it starts, and creates one with each gym.',
  },
  {
    title: 'Anmelden',
    text: 'Für die Inhaberin oder den Inhaber eines Studios in diesem Mitgliedersystem.',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'E-Mail oder Passwort ist falsch.',
    wrongPasskey: 'Mit diesem Passkey können Sie sich hier nicht anmelden. Nehmen Sie einen anderen oder Ihr Passwort.',
    secondStepTitle: 'Noch ein Schritt',
    secondStep: 'Ihr Passwort stimmt, aber Ihr Passkey wird auch gebraucht.',
    back: 'Zurück zur Anmeldung',
    lostPasskey: 'Verloren? Der Betreiber des Mitgliedersystems entfernt Passkeys.',
    tooManyAttempts: 'Zu viele Versuche. Bitte warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
    busy: 'Gerade melden sich viele an. Bitte versuchen Sie es gleich noch einmal.',
    noAccount:
      'Kein Zugang oder Passwort vergessen? Der Betreiber des Mitgliedersystems richtet Zugänge ein und setzt Passwörter neu.',
    usedLinkTitle: 'Dieser Link wurde schon benutzt',
    usedLink:
      'Ein Link gilt nur einmal. Die Sandbox gibt beim Start einen für die Demo aus und legt mit jedem Studio einen an.',
  },
);
