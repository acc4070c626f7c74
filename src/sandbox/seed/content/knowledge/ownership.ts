import type { KnowledgeContent } from '../shapes'

/** Documents about dealers, Care, prices, support and theft. Two are plainly out of date. */
export const ownershipKnowledge: readonly KnowledgeContent[] = [
  {
    key: 'pricing-2024',
    title: 'Pricing guide 2024 (superseded)',
    description: 'Prices of bikes, Care and tracking as of 2024. No longer valid; kept until somebody deletes it.',
    source: 'Shared drive',
    providedBy: 'user-sales-02',
    state: 'initial',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 180,
    updatedDaysAgo: 180,
    body: `SUPERSEDED. Use the current price list.

Juniper Care: 7.90 euros a month, first year included with the Tour and the Haul. Tracking: free for the first year, then 2.90 euros a month.

Dealers receive no share of Care.`,
  },
  {
    key: 'pricing-current',
    title: 'Price list for bikes, Care and tracking',
    description: 'Valid prices and the dates of the last two changes.',
    source: 'Finance',
    providedBy: 'user-finance-01',
    state: 'indexed',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 58,
    updatedDaysAgo: 44,
    body: `Juniper Care: 9.90 euros a month. Covered: one service a year including labour, software, diagnosis. Not covered: tyres, tubes, brake pads, chains, accidents.

Tracking: first year included, then 3.90 euros a month. The end of the free year has to be announced 30 days ahead from now on.

Households have no discount. A pause is not available.`,
  },
  {
    key: 'dealer-visits',
    title: 'Nine dealer visits: stands, paper and parts',
    description: 'Field notes from nine shops of three sizes, with photos of wall calendars.',
    source: 'Field visit',
    providedBy: 'user-research-02',
    state: 'initial',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 122,
    updatedDaysAgo: 118,
    body: `All nine shops plan on paper or on a board that can be read from the bench. Six have the portal open in the background and look at it in the evening.

Parts: a repair takes six days, and the mechanic works on it for 70 minutes. The rest is waiting. "In stock" means that the warehouse had it this morning.

What they would give up paper for: stands instead of opening hours, a walk-in in two taps, a view from across the room.

Two shops sell Care actively. Both are paid for it by their chain, not by us.`,
  },
  {
    key: 'warranty-rules',
    title: 'Warranty rules for dealers, edition 7',
    description: 'What is covered, for how long, which photos are needed, how a claim is decided.',
    source: 'Dealer portal',
    providedBy: 'user-dealer-desk-01',
    state: 'initial',
    hasPdf: true,
    hasTxt: true,
    url: 'https://dealers.juniperbikes.example/warranty/7',
    daysAgo: 163,
    updatedDaysAgo: 57,
    body: `Frame: five years. Motor and display: two. Battery: two years or 500 cycles, at least 70 % of nominal capacity.

Photos: frame number, the whole bike from the drive side, the damage from two sides with a scale. The checklist in the form asks for exactly these.

A claim is received, checked, decided and paid. The portal shows "In review" for all of these at present.`,
  },
  {
    key: 'warranty-rules-5',
    title: 'Warranty rules for dealers, edition 5 (obsolete)',
    description: 'Replaced two editions ago. Battery terms differ from those that hold today.',
    source: 'Dealer portal',
    providedBy: 'user-dealer-desk-01',
    state: 'archived',
    hasPdf: true,
    hasTxt: false,
    daysAgo: 179,
    updatedDaysAgo: 163,
    body: `OBSOLETE since edition 6.

Battery: two years without a limit of cycles, at least 60 % of nominal capacity. Claims by fax or mail.`,
  },
  {
    key: 'care-exit',
    title: 'Exit survey of Care: 640 answers',
    description: 'Why people left Juniper Care in the last year, with the questions and the raw shares.',
    source: 'Survey export',
    providedBy: 'pm-care',
    state: 'initial',
    hasPdf: false,
    hasTxt: true,
    url: 'https://surveys.juniperbikes.example/care-exit',
    daysAgo: 128,
    updatedDaysAgo: 26,
    body: `640 of 2 910 people who left answered. Share of answers, several were possible: "no use in winter" 41 %, "do not know what I get" 33 %, "price" 22 %, "sold the bike" 14 %, "something was not covered" 12 %.

37 % would have paused if they could. Asked how the cancelling was: those who had to call rate it far worse than those who used the form of the pilot.

Caution: people who leave in anger answer more often.`,
  },
  {
    key: 'theft-playbook',
    title: 'Support playbook: stolen bikes and changes of owner',
    description: 'Steps for agents, letters for insurers, proof of purchase, and who may be told what.',
    source: 'Support wiki',
    providedBy: 'user-support-03',
    state: 'initial',
    hasPdf: false,
    hasTxt: true,
    url: 'https://support.juniperbikes.example/playbooks/theft',
    daysAgo: 155,
    updatedDaysAgo: 30,
    body: `Stolen bike: check the age of the position before anybody goes there. Give coordinates to the police only, with the number of the report. Never send an owner to a place.

Change of owner: ask for a receipt or for a message from the first owner. If there is neither, collect the frame number, a photo and the story, and wait nine days for an answer of the first owner.

Insurers: use letter 4. It says what we know (times of locking that the bike reported) and what we do not (whether it was locked).`,
  },
]
