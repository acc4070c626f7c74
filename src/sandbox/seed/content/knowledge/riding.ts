import type { KnowledgeContent } from '../shapes'

/** Documents about the product, its riders and how they were asked. */
export const ridingKnowledge: readonly KnowledgeContent[] = [
  {
    key: 'about',
    title: 'About this workspace: a fictional company',
    description: 'Read first. Juniper Bikes does not exist; all records here are made up for trying things out.',
    source: 'Written for the sandbox',
    providedBy: 'workspace-admin',
    state: 'initial',
    hasPdf: false,
    hasTxt: true,
    daysAgo: 180,
    updatedDaysAgo: 2,
    body: `Juniper Bikes is a fictional company. It makes and sells e-bikes, runs a companion app, sells a service subscription called Juniper Care, and gives its dealers a portal. None of this exists. Customers, dealers, figures and quotations in this workspace were invented.

Models that are mentioned: Tour (touring), Haul (cargo), City (commuting). Displays: small and large. Firmware runs from 3.6 to 3.9, the app from 6.1 to 6.4.

Delete, link and create as you like. A restart of the sandbox without a data file brings everything back.`,
  },
  {
    key: 'range-study',
    title: 'Range trust study: 22 interviews and a test hill',
    description: 'How riders use the range display, what they subtract, and what they would believe.',
    source: 'Research repository',
    providedBy: 'user-research-01',
    state: 'indexed',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 148,
    updatedDaysAgo: 140,
    body: `Question: what would make riders plan with the figure that we show?

We talked to 22 riders and rode the same hill with 20 of them. 18 saw the figure fall by more than half during the climb. All of them knew the bike well; none could explain the figure.

What we learned. First, the date of a bad ride is remembered, and a rule follows from it ("always half"). Second, riders do not ask for precision: a band was called honest by nine of eleven who saw it. Third, the question behind the figure is always whether one will get home.

Limits: most participants live in hilly towns. Cargo riders are two of 22, which is too few.`,
  },
  {
    key: 'telemetry-guide',
    title: 'Telemetry guide: events, units and known gaps',
    description: 'What bikes and app report, how often, and which figures must not be compared.',
    source: 'Data team handbook',
    providedBy: 'user-data-02',
    state: 'initial',
    hasPdf: false,
    hasTxt: true,
    url: 'https://handbook.juniperbikes.example/telemetry',
    daysAgo: 176,
    updatedDaysAgo: 19,
    body: `Distances are in metres, energy in watt-hours, temperature in tenths of a degree. A ride begins with the first turn of the crank after the motor is on and ends after 15 minutes without movement.

Known gaps: bikes before 2023 report only while a phone is connected, so lost rides are missing from the data as well. Temperatures before firmware 3.7 are those of the display, not of the pack.

Do not compare range use before and after the band went live without looking at the display type.`,
  },
  {
    key: 'battery-ageing',
    title: 'Battery ageing: what we know after 600 cycles',
    description: 'Laboratory and field results for the 500 Wh and 625 Wh packs.',
    source: 'Engineering report',
    providedBy: 'user-engineering-04',
    state: 'initial',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 135,
    updatedDaysAgo: 135,
    body: `First-generation 500 Wh packs keep 76 to 82 % of their capacity after 600 cycles. The voltage table in the controller was made for new cells; from about 600 cycles it overstates the charge below a quarter. This is the cause of bikes that stop at 20 %.

Packs that stand above 90 % for two months lose about four points more than those at 60 %. A limit of 80 % for everyday use slows ageing by about a third in our model; field data are not yet sufficient.

Recommendation: adapt the table by cycles (a change in the controller, no recall), and tell owners in autumn how to store a pack.`,
  },
  {
    key: 'pairing-sessions',
    title: 'Usability sessions: pairing at the shop door',
    description: 'Notes from 17 handovers in six shops, with riders from 24 to 74 years.',
    source: 'Usability session notes',
    providedBy: 'user-research-01',
    state: 'initial',
    hasPdf: true,
    hasTxt: true,
    daysAgo: 139,
    updatedDaysAgo: 62,
    body: `We watched 17 handovers. Ten ended with a paired bike. Median time: six minutes, longest: 31.

The mail that confirms the account was the end of four of them: no reception. Two ended because the app found another bike in the room. One ended because of gloves.

Riders over 60 cancel after about 25 seconds when nothing moves on the screen. Pairing takes 40.

Nobody noticed the tag in the head tube.`,
  },
  {
    key: 'firmware-39',
    title: 'Review after firmware 3.9: 29 bikes in update mode',
    description: 'Timeline, causes and what was decided after the update that stopped at 47 %.',
    source: 'Incident review',
    providedBy: 'user-engineering-04',
    state: 'processing',
    hasPdf: false,
    hasTxt: true,
    daysAgo: 60,
    updatedDaysAgo: 55,
    body: `What happened: an incoming call ends the connection for about two seconds. The loader of 3.9 did not resume and kept the bike in update mode. 29 bikes were taken to a dealer within nine days.

Why it was not found: the test phones have no SIM cards.

Decided: transfers must be able to resume; releases go to one bike in a hundred first; test phones get SIM cards. Not decided: whether the previous version can stay on the bike. On the small display there is no room for two.`,
  },
  {
    key: 'map-licence',
    title: 'Map data: licence, sources and dates of renewal',
    description: 'Which regions come from where, how old they are, and what may be stored offline.',
    source: 'Contract summary',
    providedBy: 'user-legal-01',
    state: 'initial',
    hasPdf: true,
    hasTxt: false,
    daysAgo: 125,
    updatedDaysAgo: 125,
    body: `Street data is renewed twice a year, elevation once. Two sales areas have elevation at 90 m only, which is too coarse for short ramps.

Tiles and instructions may be stored on a phone for 60 days. After that they must be renewed or deleted. Places to charge are not part of the contract.`,
  },
]
