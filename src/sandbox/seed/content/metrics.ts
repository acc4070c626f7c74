import type { MetricContent } from './shapes'

export const metrics: readonly MetricContent[] = [
  {
    key: 'range-use',
    label: 'Share of shown range that is used',
    description: 'Distance ridden divided by the range shown at the start, median over all rides of more than 10 km.',
    outcomes: ['trust-range'],
  },
  {
    key: 'rides-30',
    label: 'Rides in the first 30 days',
    description: 'Share of new owners with eight rides or more within 30 days of pairing.',
    outcomes: ['first-month-riding'],
  },
  {
    key: 'repair-days',
    label: 'Working days from counter to collection',
    description: 'Median over all repairs that were closed in the week.',
    outcomes: ['dealer-turnaround'],
  },
  {
    key: 'renewal-rate',
    label: 'Care renewal after the first year',
    description: 'Renewed plans divided by plans that came up for renewal in the month.',
    outcomes: ['care-renewal'],
  },
  {
    key: 'contacts-per-bike',
    label: 'Contacts for each bike sold',
    description: 'Contacts in the first 90 days divided by bikes handed over. Moves with pairing and with billing.',
    outcomes: ['fewer-contacts', 'first-month-riding'],
  },
  {
    key: 'nps-owners',
    label: 'Owner NPS',
    description: 'Quarterly survey of all owners. Not linked to a goal yet.',
    outcomes: [],
  },
]
