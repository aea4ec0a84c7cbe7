import { describe, expect, it } from 'vitest'
import { readGroupRoles, roleOfGroups } from './group-roles.ts'

describe('roles from groups', () => {
  it('are read from the setting, in its order (OQ-699)', () => {
    expect(readGroupRoles(' finance-team=finance, a=b=Administrator ,')).toEqual([
      { group: 'finance-team', role: 'finance' },
      { group: 'a=b', role: 'administrator' },
    ])
  })

  it.each([
    ['"Sales, India"=viewer', [{ group: 'Sales, India', role: 'viewer' }]],
    [
      ' "CN=Ops,OU=Groups" = Administrator ,b=finance,"c"=content',
      [
        { group: 'CN=Ops,OU=Groups', role: 'administrator' },
        { group: 'b', role: 'finance' },
        { group: 'c', role: 'content' },
      ],
    ],
    ['"a ""good"" team, B"=viewer', [{ group: 'a "good" team, B', role: 'viewer' }]],
    ['the "A" team=viewer', [{ group: 'the "A" team', role: 'viewer' }]],
    [',,', []],
  ])('may have a comma in a group’s name in quotation marks: %s (OQ-701)', (text, found) => {
    expect(readGroupRoles(text)).toEqual(found)
  })

  it.each([
    '"Sales, India=viewer',
    '"Sales"',
    '"Sales" x=viewer',
    '""=viewer',
    '" "=viewer',
    '"a"=boss',
    'Sales, India=viewer',
    '"a"=viewer "b"=viewer',
  ])('are not read from %s (OQ-701)', (text) => {
    expect(readGroupRoles(text)).toBeNull()
  })

  it.each(['finance', '=finance', 'team=boss', 'team=', 'a=finance,b'])(
    'are not read from %j (OQ-699)',
    (text) => {
      expect(readGroupRoles(text)).toBeNull()
    },
  )

  const roles = [{ group: 'ops', role: 'administrator' as const }]
  it.each([
    ['groups', { groups: ['x', 'ops'] }],
    ['groups', { groups: 'ops' }],
    ['realm_access.roles', { realm_access: { roles: ['ops'] } }],
    ['https://company.example/roles', { 'https://company.example/roles': ['ops'] }],
  ])('are found in the claim %s (OQ-699)', (claim, claims) => {
    expect(roleOfGroups(claims, { claim, roles })).toBe('administrator')
  })

  it.each([
    {},
    { groups: ['OPS', 'ops '] },
    { groups: [['ops']] },
    { groups: { ops: true } },
    { groups: null },
    { _claim_names: { groups: 'src1' } },
  ])('are not found in %j (OQ-699)', (claims) => {
    expect(roleOfGroups(claims, { claim: 'groups', roles })).toBeNull()
    expect(roleOfGroups(claims, { claim: 'constructor.name', roles })).toBeNull()
  })
})
