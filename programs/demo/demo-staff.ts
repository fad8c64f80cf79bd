export const demoStaff = [
  { email: 'reception@demo.example', name: 'Ana Keller', role: 'reception', isLinked: true },
  { email: 'trainer@demo.example', name: 'Jonas Brandt', role: 'trainer', isLinked: true },
  // shows what staff see whose account is not linked
  { email: 'manager@demo.example', name: 'Mira Sommer', role: 'manager', isLinked: false },
] as const;
