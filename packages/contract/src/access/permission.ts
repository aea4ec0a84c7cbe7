import * as z from 'zod/mini'

/** What a member of staff may do, by its effect. Every endpoint declares the permissions that it needs. */
export const permissions = [
  'content.read',
  'content.write',
  'moderation.read',
  'moderation.write',
  'advisory.read',
  'advisory.write',
  'money.read',
  'money.write',
  'money.refund',
  'money.approve',
  'money.export',
  'personal.read',
  'personal.erase',
  'staff.read',
  'staff.write',
  'history.read',
  'key.write',
  'intake.read',
  'intake.write',
] as const
export const Permission = z.enum(permissions)
export type Permission = z.output<typeof Permission>

/** The roles of staff, the most powerful first. */
export const roles = [
  'owner',
  'administrator',
  'finance',
  'content',
  'moderation',
  'advisory',
  'viewer',
] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>
