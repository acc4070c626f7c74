import type { OutcomeContent } from './shapes'

/** `recover-bikes` has no trend on purpose: too few thefts in a quarter to say anything. */
export const outcomes: readonly OutcomeContent[] = [
  {
    key: 'trust-range',
    title: 'Riders trust the range that we show',
    description:
      'A rider who sees 30 km plans 28 km, not 15. Measured as rides that use more than 70 % of the range shown at the start, without a search for "range" in the help afterwards.',
    priority: 1,
    trend: 0.06,
    analyticEvents: ['ride_finished', 'range_shown', 'help_search_range'],
    ownerId: 'pm-battery',
    daysAgo: 180,
    updatedDaysAgo: 5,
  },
  {
    key: 'first-month-riding',
    title: 'New owners ride eight times in their first month',
    description:
      'Owners who reach eight rides in 30 days are still riding a year later in four of five cases. Today 57 % reach it.',
    priority: 2,
    trend: 0.02,
    analyticEvents: ['pairing_completed', 'ride_started', 'ride_finished'],
    ownerId: 'pm-app',
    daysAgo: 180,
    updatedDaysAgo: 11,
  },
  {
    key: 'dealer-turnaround',
    title: 'A service is done within three working days',
    description:
      'From the handover at the counter to "ready to collect". Median today: six days, of which four and a half are waiting.',
    priority: 3,
    trend: -0.11,
    analyticEvents: ['service_booked', 'bike_received', 'bike_ready'],
    ownerId: 'pm-dealers',
    daysAgo: 180,
    updatedDaysAgo: 7,
  },
  {
    key: 'care-renewal',
    title: 'Four of five Care subscribers renew',
    description: 'Renewal of Juniper Care after the first paid year. Stands at 71 %; the dip is always in February.',
    priority: 4,
    trend: 0.03,
    analyticEvents: ['care_renewed', 'care_cancelled', 'care_paused'],
    ownerId: 'pm-care',
    daysAgo: 179,
    updatedDaysAgo: 18,
  },
  {
    key: 'fewer-contacts',
    title: 'Half as many support contacts for each bike sold',
    description:
      'Contacts by any channel in the first 90 days, divided by bikes handed over. 1.4 in the last quarter; the aim is 0.7.',
    priority: 5,
    trend: -0.08,
    analyticEvents: ['ticket_opened', 'chat_started', 'callback_requested'],
    ownerId: 'pm-support',
    daysAgo: 178,
    updatedDaysAgo: 9,
  },
  {
    key: 'recover-bikes',
    title: 'Every second stolen bike comes back',
    description:
      'Stolen bikes with an active tracker that return to their owner within 14 days. About 38 %, from small numbers.',
    priority: 6,
    ownerId: 'pm-security',
    daysAgo: 171,
    updatedDaysAgo: 40,
  },
]
