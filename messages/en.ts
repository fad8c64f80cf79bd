import badge from './en/badge.json' with { type: 'json' };
import cards from './en/cards.json' with { type: 'json' };
import corporateFitness from './en/corporate-fitness.json' with { type: 'json' };
import desk from './en/desk.json' with { type: 'json' };
import floor from './en/floor.json' with { type: 'json' };
import members from './en/members.json' with { type: 'json' };
import newMember from './en/new-member.json' with { type: 'json' };
import office from './en/office.json' with { type: 'json' };
import photos from './en/photos.json' with { type: 'json' };
import products from './en/products.json' with { type: 'json' };
import tasks from './en/tasks.json' with { type: 'json' };

/** What screens say in English, a file a part of the desk. */
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
