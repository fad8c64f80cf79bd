/** Names of one origin. A list is one text, with a blank between two names. */
export interface NamesOfOrigin {
  female: readonly string[];
  male: readonly string[];
  family: readonly string[];
}

const words = (text: string): readonly string[] => text.split(/\s+/);

const germanFamilies = words(
  `Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
  Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Krause Meier Lehmann Huber
  Mayr Gruber Steiner Brandl Lechner Aigner Reiter Obermeier Wimmer Pichler Köhler König Böhm Groß Jäger Weiß Voß Kühn
  Pohl Lindner Vogt Brandt Schönfeld Niedermayer Höß Täuber`,
);

const german: NamesOfOrigin = {
  female: words(
    `Lena Anna Julia Laura Sarah Lisa Katharina Johanna Nele Mia Emma Sophie Franziska Theresa Magdalena Veronika Hannah
    Clara Marlene Antonia Stefanie Nicole Sandra Christina Melanie Anja Kerstin Silke Anna-Lena Marie-Luise Friederike`,
  ),
  male: words(
    `Paul Jan Lukas Maximilian Felix Jonas Leon Tobias Florian Sebastian Stefan Markus Andreas Matthias Benedikt
    Korbinian Xaver Johannes Moritz Anton Jakob Simon Dominik Alexander Philipp Daniel Christian Björn Jörg Kai-Uwe`,
  ),
  family: germanFamilies,
};

/** Given names that were common in Germany before 1965. */
export const elderGermanNames: NamesOfOrigin = {
  female: words(
    'Renate Helga Ursula Ingrid Karin Monika Christa Gisela Brigitte Käthe Hannelore Rosemarie Bärbel Erika',
  ),
  male: words('Hans Klaus Jürgen Günter Dieter Manfred Horst Rüdiger Wolfgang Karl-Heinz Hans-Peter Bernd Alois Götz'),
  family: germanFamilies,
};

export const nameOrigins = {
  german,
  turkish: {
    female: words('Aylin Elif Zeynep Ayşe Fatma Emine Derya Ebru Gülşen Merve Seda Özlem Büşra Nur İrem'),
    male: words('Tarik Mehmet Mustafa Emre Can Murat Kerem Onur Burak Yusuf Çağlar Ömer Uğur Cem İbrahim'),
    family: words(
      `Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt
      Özkan Şimşek Polat Güneş`,
    ),
  },
  polish: {
    female: words('Agnieszka Katarzyna Magda Joanna Ewa Karolina Beata Małgorzata Zofia Dorota Aleksandra Jolanta'),
    male: words('Piotr Krzysztof Tomasz Paweł Michał Marcin Jakub Mateusz Łukasz Wojciech Rafał Adam'),
    family: words('Nowak Kowalczyk Wójcik Kamiński Zieliński Szymański Woźniak Dąbrowski Mazur Kaczmarek Król Pawlak'),
  },
  arabic: {
    female: words('Amina Layla Rana Hiba Nour Salma Yasmin Samira Rasha Mariam Dina Hanan'),
    male: words('Omar Karim Ahmad Bilal Hassan Yousef Khaled Samir Rami Anas Tarek Ziad'),
    family: words(
      'Haddad Khoury Mansour Nasser Saleh Hamdan Darwish Al-Masri El-Sayed Khalil Ibrahim Aziz Shaheen Bennani',
    ),
  },
  italian: {
    female: words('Giulia Chiara Francesca Elena Alessia Martina Paola Silvia Ilaria Carla'),
    male: words('Davide Marco Luca Alessandro Matteo Giuseppe Antonio Salvatore Niccolò Fabio'),
    family: words("Rossi Russo Ferrari Esposito Bianchi Romano Ricci Moretti D'Amico Colombo Caruso Greco Conti Gallo"),
  },
  vietnamese: {
    female: words('Lan Mai Hoa Linh Thảo Hương Ngọc Trang Phương Yến'),
    male: words('Minh Tuấn Hùng Long Dũng Đức Nam Quang Sơn Bảo'),
    family: words('Nguyễn Trần Lê Phạm Hoàng Vũ Đặng Bùi Đỗ Hồ Ngô Dương'),
  },
  southSlavic: {
    female: words('Ana Ivana Marija Jelena Milena Petra Snežana Tanja Vesna Đurđa'),
    male: words('Ivan Marko Nikola Goran Dragan Luka Milan Zoran Željko Stjepan'),
    family: words('Horvat Kovačević Babić Marić Jurić Novak Petrović Jovanović Nikolić Đorđević Šarić Vuković'),
  },
  eastSlavic: {
    female: words('Olga Natalia Irina Svetlana Oksana Tatjana Ludmila Julija'),
    male: words('Sergej Dmitri Andrej Viktor Oleksandr Igor Pawel Eugen'),
    family: words('Schewtschenko Bondarenko Petrenko Melnik Kowalenko Lysenko Romanenko Koslow'),
  },
} satisfies Record<string, NamesOfOrigin>;
type NameOrigin = keyof typeof nameOrigins;

/** Frequency of family names by origin, per thousand members in a large German city. */
export const nameOriginShares: readonly (readonly [number, NameOrigin])[] = [
  [660, 'german'],
  [95, 'turkish'],
  [50, 'polish'],
  [50, 'arabic'],
  [40, 'italian'],
  [25, 'vietnamese'],
  [50, 'southSlavic'],
  [30, 'eastSlavic'],
];
