// The whole sentences that a person reads here.
export const firstStartTexts = {
  whatItDoes: 'Read, search and triage your discovery insights, online or offline.',
  sandbox:
    'Opens a fictional company’s sample workspace, which runs on this computer. Try anything; nothing leaves it.',
  whatYouNeed:
    'You need the service’s base address, the organisation and workspace IDs, and an access token. Test the connection before you save.',
} as const
