import type { postTags } from '@greenroom/contract/community/post/post.schema'
import { newId } from '../platform/database/record-id.ts'
import type { MediaOrder, MediaSource } from './prepare-media.ts'
import {
  insertComments,
  insertPosts,
  type SampleComment,
  type SamplePost,
  type SamplePostAttachment,
  type SamplePostOption,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'
import { kolkataTime } from './sample-time.ts'

const minute = 60_000
const day = 24 * 60 * minute

type Tag = (typeof postTags)[number]

interface PostSample {
  message: string
  tags: Tag[]
  images?: MediaSource[]
  video?: MediaSource
  file?: MediaSource
  /** Options with their votes, and the days for voting. */
  poll?: { options: [option: string, votes: number][]; days: number; multiple?: boolean }
  isPinned?: boolean
}

interface MemberPostSample extends PostSample {
  /** The member's index among the users. */
  by: number
}

interface CommentSample {
  by: number
  message: string
  /** Replies to the comment before it instead of the post. */
  isReply?: boolean
}

/** The provider's posts, the newest first. */
const providerPosts: PostSample[] = [
  {
    message:
      'The week in the markets, in four seconds.\n\nWe are trying short videos for those who read on the way to work. Tell us whether you want them every Friday.',
    tags: ['Stock Market', 'Community Updates'],
    video: 'market-week.webm',
    isPinned: true,
  },
  {
    message: 'How much of your salary went into investments last month, before anything else was paid?',
    tags: ['Equity Mutual Fund', 'Other Investments'],
    poll: {
      options: [
        ['Nothing', 41],
        ['Up to 10%', 128],
        ['10% to 30%', 203],
        ['More than 30%', 87],
      ],
      days: 7,
    },
    isPinned: true,
  },
  {
    message:
      'Goal planner, one page\n\nPrint it, fill it in with whoever shares your money, and put it on the fridge:\n1. What do we want, and by which year?\n2. What does it cost today?\n3. What do we put aside each month?\n\nThe file is attached. It opens in the browser.',
    tags: ['Community Updates', 'Other Investments'],
    file: 'goal-planner.pdf',
    isPinned: true,
  },
  {
    message:
      'Old regime or new? Before you tell payroll, add up four things: rent, home-loan interest, 80C and your health insurance premium. If they come to less than about 4.3 lakh, the new regime is likely cheaper for you.\n\nThe calculator: https://www.example.com/tools/tax-regime',
    tags: ['Tax'],
    images: ['form'],
    isPinned: true,
  },
  {
    message: 'Which of these do you want as the next masterclass?',
    tags: ['Contest', 'Community Updates'],
    poll: {
      options: [
        ['Reading an annual report', 96],
        ['Health insurance: the small print', 143],
        ['Your first flat', 118],
        ['Investing from abroad', 52],
      ],
      days: 14,
      multiple: true,
    },
  },
  {
    message:
      'A term plan is boring, and that is the point. It costs little, pays once, and does nothing else.',
    tags: ['Life Insurance'],
  },
  {
    message:
      'Three things that a health policy rarely says on its first page:\n• the room-rent limit\n• the waiting period for what you already have\n• the share that you pay yourself\n\nLook for these words in yours tonight, and ask below if one is unclear.',
    tags: ['Health Insurance'],
    images: ['umbrella', 'shield'],
  },
  {
    message: 'New in the app: you can save a post and find it again under your profile.',
    tags: ['New Feature'],
  },
  {
    message:
      'Photographs from the members’ evening in Pune. Thank you to the ninety of you who came, and to the four who stayed to stack chairs.',
    tags: ['Club Experiences'],
    images: ['stage', 'cups', 'lamps'],
  },
  {
    message: 'Me, checking my portfolio for the ninth time on a day when the market is closed.',
    tags: ['Memes'],
    images: ['candlesticks'],
  },
  {
    message:
      'Fixed deposits: what the bank pays is taxed every year, whether you take it out or not. Compare the rate after tax with a debt fund of the same length, and then decide by how well you sleep.',
    tags: ['Fixed Deposit', 'Debt Mutual Fund'],
  },
  {
    message: 'Would you take a home loan at today’s rates?',
    tags: ['Loans', 'Real Estate'],
    poll: {
      options: [
        ['Yes', 167],
        ['No', 211],
      ],
      days: 5,
    },
  },
  {
    message:
      'A credit card is a month of free money for those who pay in full, and the dearest loan in the country for those who pay the minimum. There is no third kind of customer.',
    tags: ['Credit Card'],
  },
  {
    message:
      'Four questions before you buy any coin: Who can make more of it? Who holds most of it? Where do you keep it? How do you pay the 30% tax and the 1% TDS?',
    tags: ['Crypto', 'Tax'],
  },
  {
    message:
      'Renew your car insurance a fortnight early. The price is the same, the no-claim bonus is safe, and nobody has to inspect the car.',
    tags: ['Vehicle Insurance'],
  },
  {
    message:
      'House rules, in short:\n– Speak to people as you would across a table.\n– No tips, no tickers with a target, no “DM me”.\n– Say when you earn from what you recommend.\n\nPosts that break them are taken down.',
    tags: ['Community Updates'],
    isPinned: true,
  },
  {
    message:
      'Where do thirty days of small expenses go? Keep the receipts of one month in a jar and look at them together on the 1st.',
    tags: ['Other Expenses'],
  },
  {
    message: 'Index fund or active fund for the core of your portfolio?',
    tags: ['Equity Mutual Fund'],
    poll: {
      options: [
        ['Index', 312],
        ['Active', 94],
        ['Half and half', 158],
      ],
      days: 2,
    },
  },
  {
    message:
      'Advance tax is due on 15 December. If tax on your side income comes to more than ₹10,000 in the year, three quarters of it should be in by then.\n\nChallan 280, online: https://www.example.com/guides/advance-tax',
    tags: ['Tax'],
  },
  {
    message: 'The recording of “Read a balance sheet in an hour” is up. Bring one question and we answer it.',
    tags: ['Stock Market'],
  },
  {
    message:
      'Gold in your portfolio: between five and ten parts in a hundred, in a form that you can sell in a day. Jewellery is for wearing.',
    tags: ['Other Investments'],
  },
  {
    message:
      'A reader writes: “I am 34, have an emergency fund of three months, a term plan and an SIP of ₹20,000. What next?”\n\nOur answer: raise the SIP by a tenth each April, write down who gets what, and tell them where the papers are. That is all. Most of a good plan is leaving it alone.',
    tags: ['Equity Mutual Fund', 'Life Insurance'],
  },
  {
    message:
      'Debt funds in two sentences: they lend money to companies and governments. You carry two risks, that rates rise and that somebody does not pay.',
    tags: ['Debt Mutual Fund'],
  },
  {
    message:
      'Contest result: “Compounding is your money having children who also go to work.” Congratulations, Keerthana!',
    tags: ['Contest'],
  },
  {
    message:
      'We met two hundred of you in Hyderabad on Saturday. Somebody asked for a spreadsheet and forty people wrote down the link.',
    tags: ['Club Experiences'],
  },
  {
    message:
      'Loan against property, gold loan, personal loan: the same money at 9, 11 and 16 per cent. Ask for the first two before you sign the third.',
    tags: ['Loans'],
  },
  {
    message: 'How many months of expenses does your emergency fund cover?',
    tags: ['Fixed Deposit', 'Other Expenses'],
    poll: {
      options: [
        ['None yet', 88],
        ['1 to 3', 174],
        ['4 to 6', 139],
        ['More than 6', 61],
      ],
      days: 4,
    },
  },
  {
    message: 'A nominee receives the money. A will says whose it is. You need both.',
    tags: ['Life Insurance', 'Community Updates'],
  },
  {
    message:
      'What under-construction really costs: 5% GST, rent until you move, and interest on a flat that you cannot live in. Add the three to the price per square foot, then compare with the finished one across the road.',
    tags: ['Real Estate'],
    images: ['house'],
  },
  { message: 'SIP date: any. Missing it: never.', tags: ['Equity Mutual Fund', 'Memes'] },
  {
    message:
      'Buying a card for its lounge visits? Divide the yearly fee by the number of times you flew last year. We did. It was ₹1,250 for a sandwich.',
    tags: ['Credit Card'],
  },
  {
    message:
      'New: masterclass reminders come on WhatsApp an hour before, and you can turn them off in one tap.',
    tags: ['New Feature'],
  },
  {
    message:
      'The checklist for the end of the year, for employees:\n\n☐ proofs of rent and 80C to payroll\n☐ health check-up bills (80D)\n☐ interest on savings noted for the return\n☐ PF nomination looked at\n☐ Form 12BB sent\n\nThe longer list with pages to tick is attached.',
    tags: ['Tax'],
    file: 'goal-planner.pdf',
  },
  { message: 'Markets are closed today. So is our desk. Go outside.', tags: ['Stock Market', 'Memes'] },
  {
    message: 'Is your health cover from your employer the only one you have?',
    tags: ['Health Insurance'],
    poll: {
      options: [
        ['Yes', 240],
        ['No', 133],
      ],
      days: 1,
    },
  },
  {
    message:
      'If you hold an old endowment policy: ask the company for the surrender value and the paid-up value, in writing. Then compare what the remaining premiums would become in a term plan and a fund. Do not decide on the phone.',
    tags: ['Life Insurance'],
  },
  {
    message:
      'Comprehensive or third-party for a car that is nine years old? We ran the numbers: https://www.example.com/guides/old-car-cover',
    tags: ['Vehicle Insurance'],
  },
  {
    message:
      'The open house in Delhi had six tables and one queue: tax. We are adding a second tax table in December.',
    tags: ['Club Experiences', 'Tax'],
  },
  {
    message:
      'Twelve questions that we were asked about crypto tax, with answers that a chartered accountant has read: https://www.example.com/guides/vda-tax',
    tags: ['Crypto', 'Tax'],
  },
  {
    message:
      'Rent or buy? Multiply the yearly rent by 25. If the flat costs much more than that, rent and invest the difference. If you then really invest it.',
    tags: ['Real Estate'],
  },
  {
    message: 'Which bank charge annoyed you the most this year?',
    tags: ['Other Expenses'],
    poll: {
      options: [
        ['Minimum balance', 154],
        ['SMS alerts', 97],
        ['Cash at another bank’s machine', 66],
        ['Card yearly fee', 121],
        ['Cheque book', 19],
      ],
      days: 6,
      multiple: true,
    },
  },
  {
    message: 'REITs in one line: a share in offices that somebody else has to keep clean.',
    tags: ['Real Estate', 'Other Investments'],
  },
  {
    message:
      'Three of you sent us a message from a “Greenroom adviser” who promises 4% a week. It is not us. We never ask for money in a message, and nobody earns 4% a week.\n\nReport such posts with the flag; we look at every one.',
    tags: ['Community Updates'],
    isPinned: true,
  },
  {
    message: 'The best day to begin was your first salary. The second best is the next one.',
    tags: ['Equity Mutual Fund'],
  },
  {
    message:
      'Five-year fixed deposit for 80C: locked, taxed, simple. PPF: longer, tax-free, slower to reach. Both are fine; mixing them up is not.',
    tags: ['Fixed Deposit', 'Tax'],
  },
  {
    message: 'Weekend reading: how a bond price falls when rates rise, drawn with tea cups.',
    tags: ['Debt Mutual Fund'],
  },
  {
    message:
      'Bought the extended warranty, the fabric protection and the “priority” service? So did we, once. Say no three times and the television costs a fifth less.',
    tags: ['Other Expenses'],
  },
  {
    message:
      'Contest: explain compounding in one sentence to a ten-year-old. The three best get a seat at any masterclass. Answers until Sunday.',
    tags: ['Contest'],
    images: ['seedling'],
  },
  {
    message:
      'Education loan: interest is deducted under 80E for eight years, without a limit, but only for the person who took the loan.',
    tags: ['Loans', 'Tax'],
  },
  {
    message:
      'Portfolio of a person who reads the news every hour, and of one who forgot the password in 2015. Guess which did better.',
    tags: ['Stock Market', 'Memes'],
  },
  {
    message:
      'Super top-up: a second health policy that begins where the first ends. For most families it is the cheapest lakh of cover there is.',
    tags: ['Health Insurance'],
  },
  {
    message:
      'Your CIBIL report is free once a year. Look for loans that you never took, and for cards that you closed and they did not.',
    tags: ['Credit Card', 'Loans'],
  },
  {
    message: 'Would you like the monthly question hour on a Saturday morning or a Wednesday evening?',
    tags: ['Community Updates'],
    poll: {
      options: [
        ['Saturday, 10:30', 187],
        ['Wednesday, 19:30', 142],
      ],
      days: 7,
    },
  },
  {
    message:
      'The walk in Cubbon Park was fully booked in a day. There will be one in every city where thirty of you ask for it.',
    tags: ['Club Experiences'],
  },
  {
    message:
      'Direct plans have no commission inside. Over twenty years that is about a fifth of what you end up with. Advice that you pay for openly can still be the cheaper one.',
    tags: ['Equity Mutual Fund', 'Debt Mutual Fund'],
  },
  { message: 'New: dark mode. Your evening self thanks you.', tags: ['New Feature'] },
  {
    message:
      'Hit a pothole? Photograph the road, the car and the number plate before you move. The claim form asks for all three.',
    tags: ['Vehicle Insurance'],
  },
  {
    message:
      'National Pension System: the extra ₹50,000 under 80CCD(1B) counts in the old regime only. The employer’s share counts in both.',
    tags: ['Tax', 'Other Investments'],
  },
  {
    message:
      'A stop-loss is not insurance. In a fast fall it sells at the next price there is, not at yours.',
    tags: ['Stock Market'],
  },
  {
    message: 'Tell us in the comments: the best money advice that somebody in your family gave you.',
    tags: ['Community Updates'],
  },
  {
    message: 'Stablecoins are as stable as whoever holds the reserve. Read the attestation, not the name.',
    tags: ['Crypto'],
  },
  {
    message:
      'Welcome! This is where we write, and where you write back. Introduce yourself below: city, work, and the one money question that you never dared to ask.',
    tags: ['Community Updates'],
    isPinned: true,
  },
]

/** Members' posts, the newest first. */
const memberPosts: MemberPostSample[] = [
  {
    by: 1,
    message:
      'Got my first ₹1 lakh in an index fund today. Two years, no skipped month. Nobody at home understands why I am so happy, so I am telling you.',
    tags: ['Equity Mutual Fund'],
  },
  {
    by: 8,
    message:
      'Family floater of 10 lakh, parents are 61 and 64. Separate policy for them or a super top-up on ours?',
    tags: ['Health Insurance'],
  },
  {
    by: 3,
    message: 'My desk on results day.',
    tags: ['Stock Market', 'Memes'],
    images: ['screen'],
  },
  {
    by: 12,
    message:
      'Bank says 8.6% floating, builder’s “tie-up” says 8.45% with a fee of ₹18,000. Twenty years, 42 lakh. Has anyone done this sum?',
    tags: ['Loans', 'Real Estate'],
  },
  {
    by: 6,
    message: 'Which of these would you drop first?',
    tags: ['Other Expenses'],
    poll: {
      options: [
        ['Food delivery', 34],
        ['Streaming', 21],
        ['Gym', 17],
      ],
      days: 14,
    },
  },
  {
    by: 15,
    message:
      'How long did your refund take this year? Filed on 18 July, “processed” since September, nothing in the account.',
    tags: ['Tax'],
  },
  {
    by: 0,
    message:
      'Switched from regular to direct plans after the class last month. It took one evening and one very patient call centre.',
    tags: ['Equity Mutual Fund'],
  },
  {
    by: 20,
    message:
      'The evening in Pune was lovely. Met someone who has the same spreadsheet as me, with the same mistake in it.',
    tags: ['Club Experiences'],
  },
  {
    by: 10,
    message:
      'Father’s FD matures next week. He wants to renew, I want a short-duration fund, my mother wants us to stop talking about it at dinner.',
    tags: ['Fixed Deposit', 'Debt Mutual Fund'],
  },
  {
    by: 17,
    message:
      'Third-party claim done in 21 days. Keep the FIR number handy and be polite to the surveyor. That is the whole secret.',
    tags: ['Vehicle Insurance'],
  },
  {
    by: 24,
    message: 'Is the lifetime-free card really free, or is there a fee hiding in the second year?',
    tags: ['Credit Card'],
  },
  {
    by: 5,
    message:
      'Nurse here, shifts all week. Listening to the recordings at 1.5× on the bus. Please keep making them.',
    tags: ['Community Updates'],
  },
]

/** Members' comments; each list belongs to the provider's post with the same index. */
const comments: [post: number, ...answers: CommentSample[]][] = [
  [
    0,
    { by: 4, message: 'Yes please, every Friday.' },
    { by: 9, message: 'Only if there are subtitles. I watch in the metro.' },
    { by: 11, message: 'Subtitles are a good idea.', isReply: true },
  ],
  [
    1,
    { by: 2, message: 'It was 10% until my sister’s wedding.' },
    { by: 14, message: 'Automated it, so that I never see it.' },
  ],
  [
    2,
    { by: 7, message: 'Printed. My husband wrote “boat” under question 1.' },
    { by: 19, message: 'A boat is fine as long as it has a year next to it.', isReply: true },
    { by: 22, message: 'Could we have it in Hindi and Tamil too?' },
  ],
  [
    3,
    { by: 13, message: 'My break-even came to 4.1 lakh. So close to yours that I checked it twice.' },
    { by: 16, message: 'Does HRA count when I pay rent to my parents?' },
    { by: 18, message: 'It does, if you transfer it and they declare it.', isReply: true },
  ],
  [4, { by: 21, message: 'Your first flat! We sign in March and understand nothing.' }],
  [
    5,
    { by: 23, message: 'Bought mine at 28. Least exciting purchase of my life.' },
    { by: 25, message: 'Return of premium looked tempting until I did the sum.' },
  ],
  [
    6,
    { by: 8, message: 'Room-rent limit: ₹3,000 a day. In Mumbai. I am calling them tomorrow.' },
    { by: 26, message: 'Mine says “proportionate deduction”. What does it mean?' },
    { by: 3, message: 'They cut the whole bill in the ratio of the room rent.', isReply: true },
  ],
  [
    8,
    { by: 20, message: 'I stacked two chairs.' },
    { by: 27, message: 'When is the next one? Asking from Nagpur.' },
  ],
  [9, { by: 12, message: 'I feel seen.' }, { by: 6, message: 'Ninth? Amateurs.' }],
  [10, { by: 10, message: 'Sending this to my father.' }],
  [
    11,
    { by: 1, message: 'Waiting for one more cut.' },
    { by: 15, message: 'People have been waiting for one more cut since 2019.', isReply: true },
  ],
  [12, { by: 24, message: 'Paid the minimum for a year in college. It took three to recover.' }],
  [13, { by: 28, message: 'The 1% TDS is what ended it for me.' }],
  [15, { by: 5, message: 'Thank you for this. It was getting loud in here.' }],
  [
    17,
    { by: 0, message: 'Half and half, because I cannot decide.' },
    { by: 29, message: 'Index. I have a life.' },
  ],
  [21, { by: 30, message: '“Tell them where the papers are” – we needed that advice last year.' }],
  [47, { by: 28, message: 'It is your money having children who also go to work.' }],
  [28, { by: 21, message: 'The rent until you move is the part that everybody forgets.' }],
  [40, { by: 17, message: 'All of them, and the one for closing the account.' }],
  [42, { by: 11, message: 'They had our logo and everything. Reported.' }],
  [59, { by: 26, message: '“Never lend what you cannot give.” My grandmother, who lent a lot.' }],
  [61, { by: 2, message: 'Hello from Bengaluru. What is a mutual fund, really?' }],
]

const timesOfDay = ['18:40', '09:15', '20:20', '13:05', '11:30'] as const
/** The provider posts about every other day. */
const daysBetween = 1.9

/** The files of the posts. */
const postMedia: MediaOrder[] = [...providerPosts, ...memberPosts].flatMap((sample, index) =>
  filesOf(sample).map(({ kind, source }, place) => ({ name: mediaName(index, kind, place), source })),
)

/** Adds posts of the provider and of members, with their files, polls and comments. */
async function addPosts(context: SampleContext): Promise<SampleCounts> {
  const { db, now, settings, users, keepMedia } = context
  const draws = createDraws(5)
  const posts: SamplePost[] = []
  const attachments: SamplePostAttachment[] = []
  const options: SamplePostOption[] = []

  for (const [index, sample] of [...providerPosts, ...memberPosts].entries()) {
    const ofMember = index - providerPosts.length
    const daysAgo = ofMember < 0 ? Math.floor(index * daysBetween) : Math.floor(ofMember * 2.4)
    const created = kolkataTime(now, -1 - daysAgo, timesOfDay[index % timesOfDay.length] ?? '09:15')
    const id = newId()
    posts.push({
      id,
      user_id:
        'by' in sample ? memberAt(users, (sample as MemberPostSample).by) : settings.ADMIN_POST_USER_ID,
      message: sample.message,
      tags: sample.tags,
      is_pinned: sample.isPinned ?? false,
      like_count: Math.floor(draws.fraction() * (ofMember < 0 ? 240 : 60)),
      poll_expires_at: sample.poll ? new Date(created.getTime() + sample.poll.days * day) : null,
      poll_allow_multiple: sample.poll?.multiple ?? false,
      created_at: created,
      updated_at: created,
    })
    for (const [place, { kind }] of filesOf(sample).entries()) {
      const file_key = await keepMedia(mediaName(index, kind, place), id)
      attachments.push({ post_id: id, kind, position: place, file_key })
    }
    for (const [position, [option, votes]] of (sample.poll?.options ?? []).entries()) {
      options.push({ post_id: id, position, option, votes })
    }
  }
  await insertPosts(db, { posts, attachments, options })
  context.posts.push(...posts)
  await addComments(context, posts)
  return { posts: posts.length }
}

export const postSample: SampleSection = { media: postMedia, add: addPosts }

async function addComments({ db, now, users }: SampleContext, posts: SamplePost[]): Promise<void> {
  const rows: SampleComment[] = []
  for (const [place, ...answers] of comments) {
    const post = posts[place]
    if (!post) throw new TypeError('Comments need their post.')
    for (const [index, { by, message, isReply }] of answers.entries()) {
      // Within hours of the post, and never in the future.
      const moment = Math.min(post.created_at.getTime() + (index + 1) * 47 * minute, now.getTime() - minute)
      rows.push({
        id: newId(),
        post_id: post.id,
        parent_comment_id: isReply ? (rows.at(-1)?.id ?? null) : null,
        user_id: memberAt(users, by),
        message,
        created_at: new Date(moment),
      })
    }
  }
  await insertComments(db, rows)
}

function memberAt(users: SampleContext['users'], place: number): string {
  const user = users[place]
  if (!user) throw new TypeError(`There is no member ${place} in the sample.`)
  return user.id
}

function filesOf({ images = [], video, file }: PostSample) {
  return [
    ...images.map((source) => ({ kind: 'image' as const, source })),
    ...(video ? [{ kind: 'video' as const, source: video }] : []),
    ...(file ? [{ kind: 'file' as const, source: file }] : []),
  ]
}

function mediaName(post: number, kind: string, place: number): string {
  return `post/${post}/${kind}/${place}`
}
