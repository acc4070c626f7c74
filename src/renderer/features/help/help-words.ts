// The whole sentences that a person reads here.
export const helpTexts = {
  diagnosticsFiles:
    'These files go into the zip, exactly as shown. They leave out titles, feedback, notes, labels, and every token, password and key the app knows of. Server addresses are included, without their paths. Nothing is sent.',
  notPackaged: 'This build isn’t packaged, so it has no list of licences.',
  electronLicences: 'The licences of Electron and Chromium are in the app’s folder.',
  noReportAddress: 'This build has no address for reports. Send your report to the people who gave you Discovery Desk.',
  leaveOutSecrets: 'Leave out access tokens and anything confidential.',
} as const
