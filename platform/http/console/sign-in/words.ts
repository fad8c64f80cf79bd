import { inBothLanguages } from '#platform/http/console/language.ts';

export const signInWords = inBothLanguages(
  {
    title: 'Sign in',
    text: 'For the owner of a gym on this platform.',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    wrong: 'E-mail or password is wrong.',
    tooManyAttempts: 'Too many attempts. Wait 15 minutes, then try again.',
    busy: 'Many people are signing in. Try again in a moment.',
    noAccount:
      'No account, or the password is forgotten? The operator of the platform makes an account and sets a new password.',
    usedLinkTitle: 'This link is used up',
    usedLink: 'A link signs in once, and only where the demo chain is. Start the sandbox again: it prints a new one.',
  },
  {
    title: 'Anmelden',
    text: 'Für die Inhaberin oder den Inhaber eines Studios in diesem Mitgliedersystem.',
    email: 'E-Mail',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'E-Mail oder Passwort ist falsch.',
    tooManyAttempts: 'Zu viele Versuche. Bitte warten Sie 15 Minuten und versuchen Sie es dann noch einmal.',
    busy: 'Gerade melden sich viele an. Bitte versuchen Sie es gleich noch einmal.',
    noAccount:
      'Kein Zugang oder Passwort vergessen? Der Betreiber des Mitgliedersystems richtet Zugänge ein und setzt Passwörter neu.',
    usedLinkTitle: 'Dieser Link ist verbraucht',
    usedLink:
      'Ein Link meldet genau einmal an, und nur wo die Demo-Kette ist. Starten Sie die Sandbox neu: Sie gibt einen neuen aus.',
  },
);
