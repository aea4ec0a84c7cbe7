import { isRecordId, newId } from '../platform/database/record-id.ts'
import { insertUsers, type SampleUser } from './sample.repository.ts'
import type { SampleContext } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

/** The one who joined first comes first. */
const names = [
  ['Aarav', 'Mehta'],
  ['Ishita', 'Banerjee'],
  ['Vikram', 'Shetty'],
  ['Sneha', 'Kulkarni'],
  ['Rahul', 'Verma'],
  ['Divya', 'Menon'],
  ['Gurleen', 'Sandhu'],
  ['Karthik', 'Raman'],
  ['Pooja', 'Agarwal'],
  ['Imran', 'Sheikh'],
  ['Tanvi', 'Joshi'],
  ['Manoj', 'Pillai'],
  ['Shreya', 'Ghosh'],
  ['Nikhil', 'Bhat'],
  ['Zoya', 'Ansari'],
  ['Siddharth', 'Rao'],
  ['Priyanka', 'Das'],
  ['Ajay', 'Chauhan'],
  ['Lakshmi', 'Iyer'],
  ['Rohit', 'Saxena'],
  ['Neha', 'Thakur'],
  ['Joseph', "D'Souza"],
  ['Bhavna', 'Shah'],
  ['Abhishek', 'Mishra'],
  ['Anjali', 'Pawar'],
  ['Suresh', 'Gowda'],
  ['Rukhsana', 'Begum'],
  ['Dhruv', 'Malhotra'],
  ['Keerthana', 'Naidu'],
  ['Pranav', 'Kale'],
  ['Monalisa', 'Mohanty'],
  ['Tenzin', 'Norbu'],
  ['Swati', 'Tiwari'],
  ['Yash', 'Trivedi'],
  ['Fatima', 'Khan'],
  ['Vignesh', 'Murugan'],
  ['Ritika', 'Sood'],
  ['Aman', 'Jain'],
  ['Chandrika', 'Hazarika'],
  ['Ganesh', 'Jadhav'],
] as const

const domains = ['example.com', 'example.org', 'example.net'] as const
const descriptions = [
  '',
  'Software engineer in Bengaluru, new to investing.',
  '',
  'Runs a family business in Surat.',
  'Doctor, saving for a clinic.',
  '',
  'Working in Dubai, planning to come home in three years.',
] as const

/** Adds users of the public product, and the one in whose name staff write posts when its id can be a record's. */
export async function addUsers(context: SampleContext): Promise<void> {
  const { db, now, settings, users } = context
  for (const [index, [first_name, last_name]] of names.entries()) {
    const joined = kolkataTime(now, -3 - (names.length - 1 - index) * 6, index % 2 === 0 ? '20:10' : '13:25')
    const address = `${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')
    users.push({
      id: newId(),
      first_name,
      last_name,
      email: `${address}@${domains[index % domains.length]}`,
      phone: `+9198${String(10_000_000 + index * 1_230_457)}`,
      description: descriptions[index % descriptions.length] ?? '',
      created_at: joined,
      updated_at: joined,
    })
  }
  await insertUsers(db, [
    ...users,
    ...postingUser(settings.ADMIN_POST_USER_ID, kolkataTime(now, -260, '10:00')),
  ])
}

function postingUser(id: string, joined: Date): SampleUser[] {
  if (!isRecordId(id)) return []
  return [
    {
      id,
      first_name: 'Greenroom',
      last_name: 'Team',
      email: 'team@example.com',
      phone: '+918000000100',
      description: 'Posts of the team.',
      created_at: joined,
      updated_at: joined,
    },
  ]
}
