import type { Role } from '@greenroom/contract/access/permission'
import { permissionsOf } from '@greenroom/contract/access/role'
import type { SavedView } from '@greenroom/contract/desk/saved-view/saved-view.schema'
import { expect, it } from 'vitest'
import { screens } from '../screens.ts'
import { guideOptions } from './guide-options.ts'
import { recordPaths } from './recent.ts'
import { createOptions, screenOptions, viewOptions } from './screen-options.ts'
import { actionGroups, matchingActions } from './search-options.ts'

const permissionsOfRole = (role: Role) => [...permissionsOf(role)]
const owner = permissionsOfRole('owner')
const view = {
  _id: '1',
  name: 'Failed today',
  path: '/transactions/all',
  search: { status: 'failed' },
  is_shared: false,
} as unknown as SavedView

const groupsFor = (permissions = owner) =>
  actionGroups(
    {
      screens: screenOptions(permissions, ['refund-approval', 'webhooks']),
      views: viewOptions([view], permissions),
      create: createOptions(permissions),
      guide: guideOptions(),
    },
    [],
  )
const found = (text: string, permissions = owner) =>
  matchingActions(groupsFor(permissions), text).flatMap(({ options }) => options.map(({ label }) => label))

it.each([
  ['overview', 'Overview'],
  ['calendar', 'Calendar'],
  ['all trans', 'Transactions › All'],
  ['refund requests', 'Transactions › Refund Requests'],
  ['refund', 'Transactions › All'],
  ['export', 'Transactions › All'],
  ['invite', 'Administration › Staff'],
  ['GST', 'Books › Documents'],
  ['invoice', 'Books › Documents'],
  ['board', 'Advisory › Leads, board'],
  ['deleted', 'Administration › Bin'],
  ['failed', 'Transactions › Failed today'],
  ['help', 'Guide'],
  ['how to refund', 'How to: Refund an order'],
  ['guide gst', 'How to: Close a month'],
  ['how erase', 'How to: Erase a person'],
])('finds by "%s": %s', (text, label) => {
  expect(found(text)).toContain(label)
})

it('offers all that can be created for the words that ask for it, and some for the beginning of one', () => {
  const all = createOptions(owner)
  expect(all.length).toBeGreaterThan(10)
  for (const text of ['create', 'New', 'add']) {
    const groups = matchingActions(groupsFor(), text)
    expect(groups.find(({ id }) => id === 'create')?.options).toHaveLength(all.length)
  }
  expect(matchingActions(groupsFor(), 'cr').find(({ id }) => id === 'create')?.options).toHaveLength(4)
})

it('gives every screen and every create action the icon of its section', () => {
  const options = [...screenOptions(owner, ['refund-approval', 'webhooks']), ...createOptions(owner)]
  expect(options.filter(({ icon }) => icon === undefined).map(({ label }) => label)).toEqual([])
  expect(new Set(options.map(({ id }) => id)).size).toBe(options.length)
})

it('lists screens in the order of the sidebar, after Overview, Calendar and People', () => {
  const labels = screenOptions(owner, []).map(({ label }) => label)
  expect(labels.slice(0, 6)).toEqual([
    'Overview',
    'Calendar',
    'People',
    'Masterclass',
    'Transactions › All',
    'Transactions › Numbers',
  ])
  expect(labels.indexOf('Advisory › Leads, board')).toBeGreaterThan(labels.indexOf('Creators'))
  expect(labels.at(-1)).toBe('Administration › Bin')
})

it('puts labels before other words, and those that begin with the text first', () => {
  expect(found('transactions')[0]).toBe('Transactions › All')
  const labels = found('mem')
  expect(labels.indexOf('Coupons Management › Memberships')).toBeGreaterThanOrEqual(0)
  expect(labels.indexOf('Moderation › Users')).toBeGreaterThan(labels.indexOf('Transactions › Membership'))
})

it('offers nothing that a role may not open', () => {
  const moderator = permissionsOfRole('moderation')
  // Everybody may read the guide.
  expect(found('refund', moderator)).toEqual(['How to: Refund an order'])
  expect(found('failed', moderator)).toEqual([])
  expect(found('reports', moderator)).toContain('Moderation › Posts')
})

it('keeps the opened records of screens that exist (OQ-461)', () => {
  const declared = screens.map(({ path }) => path)
  for (const begin of Object.keys(recordPaths)) expect(declared).toContain(`${begin}$id`)
})
