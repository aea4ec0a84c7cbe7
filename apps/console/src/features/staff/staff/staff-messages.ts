/** Copy of the Staff screen (OQ-355, OQ-356). */
export const staffListMessages = {
  tableLabel: 'Staff',
  search: 'Search staff',
  searchPlaceholder: 'Name or e-mail',
  role: 'Role',
  allRoles: 'All roles',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  loading: 'Loading staff...',
  empty: 'No staff found',
  emptyHelp: 'Everyone who signs in appears here.',
  noMatch: 'Nobody matches the filters.',
  loadFailed: 'Error loading staff.',
  you: '(you)',
  /** Where a role comes from, on an installation with roles by groups (OQ-700). */
  fromGroups: 'From groups',
  byOwner: 'Set by an owner',
  bySetting: 'By the setting ADMIN_EMAILS',
  neverSignedIn: 'Not yet',
  disabled: 'Disabled',
  invited: 'Invited',
  active: 'Active',
  invitedBy: (who: string) => `by ${who}`,
  changeRole: 'Change role',
  disable: 'Disable',
  enable: 'Enable',
  enableOf: (who: string) => `Enable ${who}`,
  copyInvitation: 'Copy invitation',
  sessions: 'Sessions',
  inviteAgain: 'Invite again',
} as const

/** Column headings. */
export const staffColumns = {
  who: 'Name and e-mail',
  role: 'Role',
  state: 'State',
  signIn: 'Last sign-in',
  actions: 'Actions',
} as const

export const inviteMessages = {
  title: 'Invite a member of staff',
  what: 'the invitation',
  help: 'Greenroom sends no e-mail. Tell them to open this console and sign in with this address.',
  email: 'E-mail',
  role: 'Role',
  submit: 'Invite',
  cancel: 'Cancel',
  pending: 'Inviting',
  success: (email: string) => `${email} can sign in now`,
  copy: staffListMessages.copyInvitation,
  copied: 'Invitation copied',
  /** What the person who invites sends by their own means. */
  invitation: (email: string, role: string, address: string) =>
    `You can use Greenroom now, as ${role}. Open ${address} and sign in with ${email}.`,
} as const

export const roleMessages = {
  title: (who: string) => `Change the role of ${who}`,
  effect: 'The change takes effect within a few seconds. Work that is open on their screen is kept.',
  allows: 'What this role may do',
  submit: 'Change role',
  cancel: 'Cancel',
  success: (who: string, role: string) => `${who} is ${role} now`,
  fromGroups:
    'The groups of the sign-in provider give this role. Choosing one here, also the same one, outranks them from now on.',
  byOwner: 'An owner gave this role, so the groups of the sign-in provider give none.',
  follow: 'Follow groups again',
  followed: (who: string) => `The groups decide the role of ${who} again, within an hour`,
} as const

export const accessMessages = {
  disableTitle: (who: string) => `Disable ${who}?`,
  disableEffect: "The account is signed out everywhere and can't sign in. Its past work is kept.",
  disabling: 'Disabling account',
  disabled: 'Account disabled',
  enabling: 'Enabling account',
  enabled: 'Account enabled',
  againTitle: (who: string) => `Invite ${who} again?`,
  againEffect:
    'The next account that signs in with this address gets its role. Use this after the account was deleted and created again at the sign-in provider.',
  againConfirm: 'Invite again',
  inviting: 'Inviting again',
  invited: 'Invited again',
  failed: 'Failed to change the account',
} as const
