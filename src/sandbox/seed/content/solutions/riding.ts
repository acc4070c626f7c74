import type { SolutionContent } from '../shapes'

const ASK =
  'Write requirements for the solution below. Use only the evidence that is linked to it, name what is not known, and keep it under one page.'

/** Answers to opportunities about riding: battery, app, routes. */
export const ridingSolutions: readonly SolutionContent[] = [
  {
    key: 'range-live-model',
    title: 'Range that knows the road, the rider and the load',
    description:
      'Replace the two-minute average by a model of climb, mass, wind class and temperature that is corrected during the ride.',
    opportunities: ['range-trust', 'winter-range'],
    status: 'InDevelopment',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'Removes the jumps that riders name first',
      'Works on all bikes since 2023 without new hardware',
      'Same model serves routing',
    ],
    cons: ['Needs 20 rides to know a rider', 'Load can only be guessed on bikes without a sensor'],
    horizon: 'now',
    prd: `## Why
Range is the most frequent reason for turning round early. The present figure is an average of two minutes of consumption: true on the flat, absurd on a climb.

## What changes
- The estimate is made from mass, gradient ahead (when a route is set), temperature of the pack and the assistance level.
- During the ride it is corrected slowly: never by more than 10 % within one kilometre, unless the rider changes the level.
- A new bike starts from the profile of its model with a rider of 85 kg in Tour, not from the best case.

## Done when
- On the test hill the figure stays within 15 % of the later truth for 18 of 20 riders.
- Tickets with the word "range" fall by a third within eight weeks.

## Not known
How well load can be inferred on the Haul. The first prototype was wrong by 30 kg in a third of the rides.`,
    refinementLog: [
      { role: 'user', content: 'What is the smallest version that removes the jumps?' },
      {
        role: 'assistant',
        content:
          'Limiting the change to 10 % per kilometre removes most of them without a model, but hides real changes. It could be shipped first, behind the band.',
      },
      { role: 'user', content: 'Keep the limit, and say in the requirements that a change of level may break it.' },
    ],
    systemPrompt: ASK,
    ownerId: 'pm-battery',
    daysAgo: 150,
    updatedDaysAgo: 4,
  },
  {
    key: 'range-band',
    title: 'Show range as a band',
    description: 'Two figures instead of one: what is almost certain and what is possible.',
    opportunities: ['range-trust'],
    status: 'Live',
    aiProcessingState: 'FINISHED',
    createdBy: 'generated',
    pros: ['Shipped in six weeks', 'Called honest by 9 of 11 riders in the test'],
    cons: ['Needs more room on the small display', 'Some riders read the upper figure only'],
    horizon: 'now',
    prd: `## Why
A single figure promises an accuracy that nobody has. Riders see through it after the second ride.

## What it is
The lower figure is reached in nine of ten rides, the upper one in one of two. Both are rounded to whole kilometres; below 8 km only the lower one is shown.

## Result so far
Live since spring on the large display. Riders use 64 % of the range shown, before that 55 %. No effect was found on the small display, where the band is behind a tap.`,
    refinementLog: [
      { role: 'user', content: 'Is nine of ten the right share?' },
      {
        role: 'assistant',
        content:
          'With eight of ten the lower figure would be about 4 km higher. The interviews speak for caution: one failure outweighs many successes.',
      },
    ],
    systemPrompt: ASK,
    ownerId: 'pm-battery',
    daysAgo: 140,
    updatedDaysAgo: 28,
  },
  {
    key: 'battery-passport',
    title: 'Battery passport with measured health',
    description: 'Capacity, cycles and temperature history as a page that can be shown and shared.',
    opportunities: ['battery-health', 'second-owner'],
    status: 'Planned',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'Ends visits to the dealer for a healthy battery',
      'Raises the price of used bikes',
      'A similar record will be required by law',
    ],
    cons: ['A bad figure may start warranty claims', 'Packs before 2022 store no history'],
    horizon: 'next',
    prd: `## Why
Two of three batteries that come to a shop are within specification. The owner had no way to know.

## Scope
- Health in per cent of the nominal capacity, measured at a full charge, with the date of the measurement.
- A link for a buyer that shows health, cycles and model, and nothing about rides or places.
- Below 70 % within the warranty: the way to a claim, in the same place.

## Open
Legal has to say whether the figure is a promise. Until then it is called "measured on" with a date.`,
    refinementLog: [
      {
        role: 'assistant',
        content: 'The linked evidence does not say how buyers would check that the page is genuine.',
      },
    ],
    ownerId: 'pm-battery',
    daysAgo: 118,
    updatedDaysAgo: 15,
  },
  {
    key: 'charge-limit-80',
    title: 'Charge limit of 80 % on weekdays',
    description: 'A switch and a weekly plan for the limit, with a full charge before long rides.',
    opportunities: ['battery-health'],
    status: 'Complete',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['Slows ageing noticeably for commuters', 'Little work'],
    cons: ['Is found by accident and taken for a defect'],
    horizon: 'now',
    prd: 'Shipped with 6.2. Follow-up: move the switch away from the lights and say "limited to 80 % by you" wherever the charge is shown.',
    refinementLog: [],
    ownerId: 'pm-battery',
    daysAgo: 166,
    updatedDaysAgo: 48,
  },
  {
    key: 'winter-mode',
    title: 'Winter mode with timed warming',
    description: 'Expect less range below 5 °C, and warm the pack before departure while it is plugged in.',
    opportunities: ['winter-range'],
    status: 'Backlog',
    aiProcessingState: 'INITIAL',
    createdBy: 'generated',
    pros: ['Explains the loss before it is felt'],
    cons: ['Warming needs the charger and some energy', 'Of use for four months a year'],
    horizon: 'later',
    prd: '',
    refinementLog: [],
    daysAgo: 101,
    updatedDaysAgo: 33,
  },
  {
    key: 'pairing-wizard',
    title: 'Pairing that survives rain, gloves and no reception',
    description:
      'Pair first and make the account later; choose the bike by its code, not by its signal; show progress that moves.',
    opportunities: ['pairing-fails'],
    status: 'InDevelopment',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'Takes the e-mail out of the critical minute',
      'Solves the case of two bikes',
      'Dealers can do it with the customer',
    ],
    cons: ['A bike without an account for up to 24 hours', 'Needs firmware 3.7 or later'],
    horizon: 'now',
    prd: `## Why
Four in ten owners leave the shop unpaired, and a fifth of them never come back to it.

## The flow
1. Scan or type the code. The app looks for this bike only.
2. Pair without an account; the key is kept on the phone for 24 hours.
3. Ride. The account is asked for at the end of the first ride.

## Rules
- Each step says how long it usually takes, and moves at least every two seconds.
- "Something went wrong" is not a message. Each failure names what to do.
- Everything works without reception up to step 3.

## Done when
85 % of new bikes are paired within the day of sale (today 60 %).

## Risks
Theft in the first 24 hours: the bike is bound to the dealer until an account exists.`,
    refinementLog: [
      { role: 'user', content: 'Could the dealer pair on behalf of the customer?' },
      {
        role: 'assistant',
        content:
          'Yes, but the key must move to the phone of the customer afterwards, which is the same problem again. Better to do it together.',
      },
      { role: 'user', content: 'Agreed. Leave it out.' },
      { role: 'assistant', content: 'Removed, with a line about the reason.' },
    ],
    systemPrompt: ASK,
    ownerId: 'pm-app',
    daysAgo: 144,
    updatedDaysAgo: 2,
  },
  {
    key: 'nfc-pairing',
    title: 'Pair by touching the head tube',
    description: 'An NFC tag in the frame starts the pairing.',
    opportunities: ['pairing-fails'],
    status: 'Cancelled',
    aiProcessingState: 'FINISHED',
    createdBy: 'generated',
    pros: ['Fast once it is known'],
    cons: ['None of 12 participants found it', 'Needs a new part in the frame'],
    prd: 'Stopped after the usability round: a gesture that nobody discovers cannot be the main way. The tag stays in the frames that have it.',
    refinementLog: [{ role: 'user', content: 'Cancel this and keep the finding.' }],
    daysAgo: 152,
    updatedDaysAgo: 100,
  },
  {
    key: 'local-ride-buffer',
    title: 'Keep rides on the bike',
    description: 'The display stores up to 60 hours and hands them over when the phone is there.',
    opportunities: ['rides-lost'],
    status: 'Live',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['A ride survives any phone', 'Uses memory that is there already'],
    cons: ['No map on the display', 'Bikes before 2023 have no memory for it'],
    horizon: 'now',
    prd: `## Why
Long rides are lost when the phone ends the app, and these are the rides that people want to keep.

## What it does
One point every five seconds, with motor and pack data. Handed over on the next connection, checked, and only then deleted on the bike.

## Result
On bikes since 2023 lost rides fell from 16 % to 2 % of rides over two hours. For older bikes nothing has changed; see the guard on the phone.`,
    refinementLog: [],
    ownerId: 'pm-app',
    daysAgo: 163,
    updatedDaysAgo: 52,
  },
  {
    key: 'background-guard',
    title: 'Recording that starts and stays alive by itself',
    description:
      'Start with the motor, ask for the right permission at the right time, and notice when the phone is about to end the app.',
    opportunities: ['rides-lost'],
    status: 'Planned',
    aiProcessingState: 'PROCESSING',
    createdBy: 'user',
    pros: ['Helps owners of older bikes', 'Half of all lost rides were never started'],
    cons: ['Three phone brands each need their own way', 'More battery use on the phone'],
    horizon: 'next',
    prd: 'Draft. To be decided: whether a ride starts with the motor or with the first 200 m, and how a train journey is told from a ride.',
    refinementLog: [{ role: 'user', content: 'List what each phone brand needs to keep a recording alive.' }],
    systemPrompt: ASK,
    ownerId: 'pm-app',
    daysAgo: 90,
    updatedDaysAgo: 1,
  },
  {
    key: 'staged-firmware',
    title: 'Firmware updates in stages, at night, with words that mean something',
    description:
      'Load in the background, install while charging, tell what it changes for the rider, and start with one bike in a hundred.',
    opportunities: ['update-fear'],
    status: 'InDevelopment',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['A bad version reaches 1 %, not everybody', 'Takes 25 minutes off each handover'],
    cons: ['Bikes that are never charged at home stay behind', 'Two versions in the field for longer'],
    horizon: 'now',
    prd: `## Why
71 days pass until an update is installed. Version 3.9 showed that the fear is justified: 29 bikes went to a dealer.

## What changes
- The transfer may be interrupted at any point and goes on later.
- Installation needs 40 % charge and a charger, or the rider's explicit word.
- The first sentence of the notes says what the rider will feel.
- 1 %, 10 %, 50 %, 100 %, with two days between, and a stop when failures exceed 0.2 %.

## Done when
Half of the bikes have a new version within 14 days, and no version needs more than 3 dealer visits per 10 000 bikes.`,
    refinementLog: [
      { role: 'user', content: 'Add a rule for dealers that update before handover.' },
      { role: 'assistant', content: 'Added: a shop may install any released version at once, outside of the stages.' },
    ],
    ownerId: 'pm-app',
    daysAgo: 65,
    updatedDaysAgo: 1,
  },
  {
    key: 'update-rollback',
    title: 'Back to the previous firmware without a dealer',
    description: 'Keep the last working version on the bike and offer it for 14 days.',
    opportunities: ['update-fear'],
    status: 'Backlog',
    aiProcessingState: 'ERROR',
    createdBy: 'generated',
    pros: ['Makes a mistake reversible'],
    cons: ['Not enough memory on the small display', 'Safety has to approve each pair of versions'],
    horizon: 'later',
    prd: '',
    refinementLog: [{ role: 'user', content: 'Which displays have room for two versions?' }],
    daysAgo: 61,
    updatedDaysAgo: 19,
  },
  {
    key: 'energy-routing',
    title: 'Routes by energy',
    description: 'Choose the way by what the battery has left, and say why it was chosen.',
    opportunities: ['routes-for-motors', 'range-trust'],
    status: 'Planned',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: [
      'Answers "do I make it there and back"',
      'Uses the range model',
      'Acceptance of 78 % in the prototype when the reason is shown',
    ],
    cons: ['Depends on the range model being right', 'Elevation data is coarse in two sales areas'],
    horizon: 'next',
    prd: `## Why
Riders expect a maker of e-bikes to know hills. The present router is made for cars and only avoids motorways.

## What it does
- Three proposals at most: least energy, fastest, flattest. Each with one line that says what it costs and what it saves.
- A warning before departure when the way back is not covered by the lower figure of the range.
- No recalculation more than once in ten seconds.

## First step
Only for routes up to 60 km and in the five areas with good elevation data.

## Not known
Whether people take the longer way on the way to work. The prototype was tested on leisure rides.`,
    refinementLog: [
      { role: 'user', content: 'Can this be shipped before the range model?' },
      {
        role: 'assistant',
        content: 'The comparison of routes can, since only the difference counts. The warning cannot.',
      },
    ],
    systemPrompt: ASK,
    ownerId: 'pm-routes',
    daysAgo: 132,
    updatedDaysAgo: 9,
  },
  {
    key: 'surface-preference',
    title: 'Remember which surfaces a rider avoids',
    description: 'Cobbles, gravel, steps: asked once, kept for each bike.',
    opportunities: ['routes-for-motors'],
    status: 'New',
    aiProcessingState: 'INITIAL',
    createdBy: 'generated',
    pros: ['Small and visible'],
    cons: ['Surface data is missing for a third of minor roads'],
    prd: '',
    refinementLog: [],
    daysAgo: 58,
    updatedDaysAgo: 12,
  },
  {
    key: 'offline-regions',
    title: 'Regions for offline use, with instructions',
    description: 'Maps and instructions of a region on the phone, updated at home.',
    opportunities: ['offline-maps'],
    status: 'Complete',
    aiProcessingState: 'FINISHED',
    createdBy: 'user',
    pros: ['Works in the valleys where it failed', 'Less data abroad'],
    cons: ['400 MB for each region', 'Hidden in the settings'],
    horizon: 'now',
    prd: `Done for 42 regions. Instructions are computed on the phone since 6.3.

Usage is 6 % of tourers, because the entry is found under "Storage". The next step is one line on the map screen: "No reception ahead. Take this region with you?"`,
    refinementLog: [],
    ownerId: 'pm-routes',
    daysAgo: 168,
    updatedDaysAgo: 35,
  },
  {
    key: 'charge-stops',
    title: 'Places to charge and sit down',
    description: 'A layer with cafés and huts that offer a socket.',
    opportunities: ['routes-for-motors'],
    status: 'Backlog',
    aiProcessingState: 'INITIAL',
    createdBy: 'user',
    pros: ['Makes long tours possible'],
    cons: ['Somebody has to keep the list true'],
    horizon: 'later',
    prd: 'Idea only. A pilot with one tourist region is possible in summer.',
    refinementLog: [],
    daysAgo: 107,
    updatedDaysAgo: 80,
  },
]
