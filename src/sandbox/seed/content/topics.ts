import type { TopicContent } from './shapes'

export const topics: readonly TopicContent[] = [
  {
    key: 'battery',
    title: 'Battery and range trust',
    description:
      'What riders believe about the range shown, the state of the battery, and what cold, hills and load do to it.',
    daysAgo: 179,
    updatedDaysAgo: 3,
  },
  {
    key: 'app',
    title: 'Pairing, rides and updates',
    description: 'The companion app from the first connection to recorded rides and firmware updates of the bike.',
    daysAgo: 179,
    updatedDaysAgo: 1,
  },
  {
    key: 'routes',
    title: 'Routes and navigation',
    description: 'Planning and following a route with a motor: climbs, surfaces, energy, maps without reception.',
    daysAgo: 178,
    updatedDaysAgo: 2,
  },
  {
    key: 'dealers',
    title: 'Dealer scheduling and parts',
    description:
      'How shops book, order, repair and claim: the dealer portal and everything that makes a customer wait.',
    daysAgo: 178,
    updatedDaysAgo: 2,
  },
  {
    key: 'care',
    title: 'Juniper Care and billing',
    description: 'The service subscription: what people think it covers, what they pay, why they leave.',
    daysAgo: 177,
    updatedDaysAgo: 4,
  },
  {
    key: 'security',
    title: 'Theft and ownership',
    description: 'Alarms, tracking and recovery, and the passage of a bike from one owner to the next.',
    daysAgo: 177,
    updatedDaysAgo: 1,
  },
]
