import type { SolutionContent } from '../shapes'

/** Answers to opportunities about owning: dealers, Care, theft and handover. */
export const ownershipSolutions: readonly SolutionContent[] = [
  {
    key: 'slot-booking',
    title: 'Book a stand, not an opening hour',
    description: 'Slots that know stands, people and parts, with a wall view that replaces the paper calendar.',
    opportunities: ['service-booking'],
    status: 'InDevelopment',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'One calendar for walk-ins and bookings',
      'Reminder by text message halves no-shows',
      'Small shops gain most in the pilot',
    ],
    cons: ['Shops have to give up paper', 'Must cope with clocks that change'],
    horizon: 'now',
    prd: `## Why
Three calls and eleven days to the first free stand. Shops switched the old booking off because it knew opening hours only.

## What it is
- A slot belongs to a stand and a length of work (30, 60, 120 minutes).
- Walk-ins are entered with two taps on the wall screen and block the slot at once.
- A reminder goes out the day before; the customer can move the booking without calling.
- Times are kept with their zone. The hour that went missing in March is a test case.

## Done when
Twenty shops use it alone, without paper, for six weeks in the season.

## Not now
Loan bikes, and choosing a mechanic.`,
    refinementLog: [
      { role: 'user', content: 'What would make a shop go back to paper?' },
      {
        role: 'assistant',
        content: 'In the pilot: walk-ins that took longer than 20 seconds to enter, and no view from across the room.',
      },
    ],
    ownerId: 'pm-dealers',
    daysAgo: 149,
    updatedDaysAgo: 3,
  },
  {
    key: 'parts-forecast',
    title: 'Forecast of parts for each shop',
    description: 'Suggest an order from bookings, season and the bikes sold nearby.',
    opportunities: ['parts-blind'],
    status: 'New',
    aiProcessingState: 'ERROR',
    createdBy: 'generated',
    pros: ['Less hoarding'],
    cons: ['Needs bookings to be in the portal first', 'A wrong forecast costs trust'],
    horizon: 'later',
    prd: '',
    refinementLog: [{ role: 'user', content: 'How good would a forecast from bikes sold alone be?' }],
    daysAgo: 88,
    updatedDaysAgo: 25,
  },
  {
    key: 'stock-visibility',
    title: 'Stock that can be seen and reserved',
    description: 'Availability with a date at the search result, and a reservation with the booking.',
    opportunities: ['parts-blind', 'service-booking'],
    status: 'Planned',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['4.5 of 6 days are waiting for parts', 'Asked for by all nine dealers visited'],
    cons: ['The warehouse reports twice a day only'],
    horizon: 'next',
    prd: `## Why
A repair takes six days because a cable takes four and a half.

## Scope
- Search that ignores hyphens, spaces and case.
- "Here tomorrow", "here on the 14th", or "not known", never a green dot.
- A booking with an error code reserves the usual parts for 72 hours.

## Not known
How often the warehouse figure is wrong. A count is planned for two weeks.`,
    refinementLog: [],
    ownerId: 'pm-dealers',
    daysAgo: 116,
    updatedDaysAgo: 5,
  },
  {
    key: 'warranty-photos',
    title: 'Photo checklist for claims',
    description: 'The form asks for exactly the photos that the claims desk needs, and keeps a draft.',
    opportunities: ['warranty-stall'],
    status: 'Live',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['Questions back fell from 46 % to 21 %', 'Drafts survive the end of a session'],
    cons: ['Uploads are slow in old workshops'],
    horizon: 'now',
    prd: 'Live in all shops. Remaining: smaller uploads, and a checklist for frames.',
    refinementLog: [],
    ownerId: 'pm-dealers',
    daysAgo: 158,
    updatedDaysAgo: 57,
  },
  {
    key: 'warranty-status',
    title: 'Claim status with a date for the next step',
    description: 'Five states in words, each with the day by which it will change.',
    opportunities: ['warranty-stall'],
    status: 'Planned',
    aiProcessingState: 'FINISHED',
    createdBy: 'generated',
    pros: ['Slow but predictable is accepted', 'Fewer calls to the claims desk'],
    cons: ['We have to keep the dates'],
    horizon: 'next',
    prd: `## Why
"In review" is the only state in use. The dealer is asked every day and has nothing to say.

## What it is
Received, checked, part ordered, decided, paid. Each with a date. A date that passes is replaced by a new one with a reason, and the claims lead sees it.

## Done when
Calls about open claims fall by half.`,
    refinementLog: [
      { role: 'assistant', content: 'Three of the linked insights ask for a date, none asks for more states.' },
    ],
    ownerId: 'pm-dealers',
    daysAgo: 93,
    updatedDaysAgo: 7,
  },
  {
    key: 'care-statement',
    title: 'Yearly statement of what Care has done',
    description: 'One page before the renewal: services used, what they would have cost, what is due next.',
    opportunities: ['care-value'],
    status: 'Planned',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['Arrives before the February dip', 'Corrects what people think is covered'],
    cons: ['Shows some people that they used nothing'],
    horizon: 'next',
    prd: `## Why
54 % of subscribers can name nothing that Care gave them.

## What it is
Sent six weeks before the renewal, in the app and by mail. First line: what was done. Second: what it would have cost in the shop. Third: the service that is due, with a button to book it.

Who used nothing gets no sum, but the offer of a check-up. We do not invent a saving.

## Done when
Renewal in the group with the statement is four points higher than without, over one February.`,
    refinementLog: [
      { role: 'user', content: 'What about those who used nothing?' },
      {
        role: 'assistant',
        content:
          'About 28 %. A sum of zero would drive them away, a made-up one would be dishonest. A free check-up costs about 14 euros.',
      },
    ],
    ownerId: 'pm-care',
    daysAgo: 96,
    updatedDaysAgo: 6,
  },
  {
    key: 'pause-plan',
    title: 'Pause Care over the winter',
    description: 'Up to four months a year without fee and without cover, by a form.',
    opportunities: ['care-value', 'billing-surprise'],
    status: 'New',
    aiProcessingState: 'PROCESSING',
    createdBy: 'user',
    pros: ['37 % of leavers would have paused', 'No phone call'],
    cons: ['Some who would have paid all year will pause'],
    prd: 'Numbers first: finance is working out what share of loyal subscribers may pause before it costs more than it keeps.',
    refinementLog: [],
    ownerId: 'pm-care',
    daysAgo: 73,
    updatedDaysAgo: 4,
  },
  {
    key: 'price-notice',
    title: 'Price changes in a message of their own',
    description: 'One message, a month ahead, with old price, new price and the way out.',
    opportunities: ['billing-surprise'],
    status: 'Complete',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['Cancellations stayed at the usual level'],
    cons: ['A few cancel who would not have noticed'],
    horizon: 'now',
    prd: 'Complete. The same form should be used for the end of the free tracking year.',
    refinementLog: [],
    daysAgo: 164,
    updatedDaysAgo: 46,
  },
  {
    key: 'live-track-share',
    title: 'A live position that can be handed to the police',
    description: 'A link that works in any browser, ends after 48 hours, and shows how old the position is.',
    opportunities: ['theft-recovery'],
    status: 'Backlog',
    aiProcessingState: 'INITIAL',
    createdBy: 'generated',
    pros: ['No app for officers', 'The age of a position is honest'],
    cons: ['A link can be passed on', 'Rules differ from state to state'],
    horizon: 'next',
    prd: 'To be written. Ask two police districts first what they may open.',
    refinementLog: [],
    hideContent: true,
    daysAgo: 94,
    updatedDaysAgo: 8,
  },
  {
    key: 'ownership-handover',
    title: 'Hand over a bike in one minute',
    description: 'The seller shows a code, the buyer scans it, and every session of the seller ends at once.',
    opportunities: ['second-owner'],
    status: 'InDevelopment',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'Nine days become one minute',
      'Closes the 24 hours in which the seller sees the bike',
      'Works for trade-in shops in lists',
    ],
    cons: ['Does nothing when the seller cannot be reached'],
    horizon: 'now',
    prd: `## Why
Second owners wait nine days, and support checks receipts that a third of them do not have.

## The handover
1. Seller: "Hand over" in the app, with code or face.
2. Buyer scans. Both see the same frame number.
3. All keys and sessions of the seller end before the buyer gets the first one.

Invoices, rides and places of the seller stay with the seller.

## For shops
A list of frame numbers, each with its state; up to 50 at a time.

## Done when
90 % of private handovers need no ticket.`,
    refinementLog: [
      { role: 'user', content: 'What if the seller has died or moved away?' },
      {
        role: 'assistant',
        content: 'Stays with support. The requirements now say so, with the papers that are asked for.',
      },
    ],
    ownerId: 'pm-security',
    daysAgo: 112,
    updatedDaysAgo: 1,
  },
]
