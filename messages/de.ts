import badge from './de/badge.json' with { type: 'json' };
import cards from './de/cards.json' with { type: 'json' };
import corporateFitness from './de/corporate-fitness.json' with { type: 'json' };
import desk from './de/desk.json' with { type: 'json' };
import floor from './de/floor.json' with { type: 'json' };
import members from './de/members.json' with { type: 'json' };
import newMember from './de/new-member.json' with { type: 'json' };
import office from './de/office.json' with { type: 'json' };
import photos from './de/photos.json' with { type: 'json' };
import products from './de/products.json' with { type: 'json' };
import tasks from './de/tasks.json' with { type: 'json' };

/** What screens say in German, a file a part of the desk. */
export const messages = {
  ...badge,
  ...cards,
  ...corporateFitness,
  ...desk,
  ...floor,
  ...members,
  ...newMember,
  ...office,
  ...photos,
  ...products,
  ...tasks,
};
