import { newId } from '../platform/database/record-id.ts'
import type { MediaOrder, MediaSource } from './prepare-media.ts'
import { insertUsers, type SampleUser } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

/** The earliest to join comes first. */
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

const designations = ['', 'Engineer', '', 'Shop owner', 'Doctor', '', 'Project manager', 'Teacher'] as const

/** Somebody with a second account, which has the same phone. */
const twinOf = 3

/** Profile pictures by the index of their user; the provider's own author has one too. */
const profilePictures: readonly [place: number, source: MediaSource][] = [
  [1, 'seedling'],
  [3, 'screen'],
  [8, 'lamps'],
  [14, 'candlesticks'],
  [20, 'cups'],
  [30, 'house'],
]
const authorPicture = 'user/author'

/** The profile pictures of users. */
const userMedia: MediaOrder[] = [
  { name: authorPicture, source: 'seedling' },
  ...profilePictures.map(([place, source]) => ({ name: `user/${place}`, source })),
]

/** Adds users of the public product, and the user in whose name staff write posts. */
async function addUsers(context: SampleContext): Promise<SampleCounts> {
  const { db, now, settings, users, keepMedia } = context
  for (const [index, [first_name, last_name]] of names.entries()) {
    const joined = kolkataTime(now, -3 - (names.length - 1 - index) * 6, index % 2 === 0 ? '20:10' : '13:25')
    const address = `${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')
    const id = newId()
    users.push({
      id,
      first_name,
      last_name,
      email: `${address}@${domains[index % domains.length]}`,
      phone: `+9198${String(10_000_000 + index * 1_230_457)}`,
      description: descriptions[index % descriptions.length] ?? '',
      username: address.replace('.', '_'),
      designation: designations[index % designations.length] ?? '',
      is_opc: index % 4 === 1,
      profile_picture_key: profilePictures.some(([place]) => place === index)
        ? await keepMedia(`user/${index}`, id)
        : null,
      created_at: joined,
      updated_at: joined,
    })
  }
  const founded = kolkataTime(now, -260, '10:00')
  const author: SampleUser = {
    id: settings.ADMIN_POST_USER_ID,
    first_name: 'Greenroom',
    last_name: 'Team',
    email: 'team@example.com',
    phone: '+918000000100',
    description: 'Posts of the team.',
    username: 'greenroom',
    designation: 'The team',
    is_opc: false,
    profile_picture_key: await keepMedia(authorPicture, settings.ADMIN_POST_USER_ID),
    created_at: founded,
    updated_at: founded,
  }
  const [original] = users.slice(twinOf, twinOf + 1)
  const twins: SampleUser[] = original
    ? [
        {
          ...original,
          id: newId(),
          email: `${original.username}.work@example.org`,
          username: '',
          description: '',
          profile_picture_key: null,
          created_at: kolkataTime(now, -1, '09:40'),
          updated_at: kolkataTime(now, -1, '09:40'),
        },
      ]
    : []
  // The second account gets no orders and writes nothing, so it is not among the users of other sections.
  await insertUsers(db, [...users, ...twins, author])
  return { users: names.length + twins.length }
}

export const userSample: SampleSection = { media: userMedia, add: addUsers }
