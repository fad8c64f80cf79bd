/** The rules of axe that depend on colours. */
export const colourRules = ['color-contrast', 'link-in-text-block'];
