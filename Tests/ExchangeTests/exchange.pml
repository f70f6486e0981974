/*
 * The outbox and the receipts of vernam-exchange(7), for the model checker spin: one sender, one
 * receiver, and a channel that loses, doubles and reorders packets and receipts. Both ends are
 * killed, or lose their power, between any two of their steps.
 *
 * The sender's messages are its chunks, too: message m uses chunk m. The steps of a send are those
 * of vernam-vault(5), "To send". A name in a directory that was not synced survives a kill, and may
 * or may not survive a power cut; so may a name that was removed.
 *
 * Omissions show that the model would notice:
 *   EARLY_RECEIPT  the receiver gives a receipt once a message is delivered, before its commit
 *   EARLY_UNLINK   the sender removes a packet from the outbox once it has left
 *   LATE_FILE      a packet leaves before it has its name in the outbox
 *   NO_SETTLE      recovery relies on a name in the outbox that may be in the cache only
 *   NO_CONSUMED    the receiver looks only at the packets that it remembers, not at the chunks
 */

#define MESSAGES 2
#define REMEMBERED 1  /* packets that the receiver remembers: 256 in earnest */
#define RESTARTS 2    /* of each end */

/* The name of a message in the outbox: what a program sees, and what the medium has. */
#define NONE 0
#define CACHED 1      /* seen, but not on the medium yet */
#define KEPT 2        /* seen, and on the medium */
#define REMOVED 3     /* not seen, but still on the medium */

#define isSeen(m) (name[m] == CACHED || name[m] == KEPT)

/* Steps of a send. */
#define IDLE 0
#define MARKED 1      /* slot 1 says that the chunk is spent */
#define NAMED 2       /* the packet has its name */
#define SYNCED 3      /* the directory is synced: slot 0 may follow */

byte next;            /* the next message, or the one that is being sent */
byte step;
bool isDown;          /* the sender has not recovered yet */
byte name[MESSAGES];
bool settled[MESSAGES];   /* both slots agree: the packet counts, or it never left */
bool unsent[MESSAGES];    /* the sender's person was told that it was not sent */
bool arrived[MESSAGES];   /* ... that it arrived */
bool gone[MESSAGES];      /* ... that it will never be read */

/* What is on the way: any number of copies. */
bool packet[MESSAGES];
bool receipt[MESSAGES];
bool passed[MESSAGES];

/* The receiver. */
bool consumed[MESSAGES];
bool skipped[MESSAGES];   /* its person gave the message up */
byte delivered[MESSAGES];
byte cut[MESSAGES];       /* deliveries whose commit a restart prevented */
byte remembered = MESSAGES;   /* the packet read last; MESSAGES: none */
byte reading = MESSAGES;      /* the message that is being read */
bool isCommitted;

byte senderRestarts;
byte receiverRestarts;

inline syncDirectory() {
  for (at : 0 .. MESSAGES - 1) {
    if
    :: name[at] == CACHED -> name[at] = KEPT
    :: name[at] == REMOVED -> name[at] = NONE
    :: else
    fi
  }
}

/* Each name that was not synced is on the medium afterwards, or it is not. */
inline losePower() {
  for (at : 0 .. MESSAGES - 1) {
    if
    :: name[at] == CACHED || name[at] == REMOVED -> name[at] = NONE
    :: name[at] == CACHED || name[at] == REMOVED -> name[at] = KEPT
    :: name[at] == NONE || name[at] == KEPT
    fi
  }
}

/* After each step. A message counts as the sender's promise once its chunk is marked. */
inline look() {
  for (at : 0 .. MESSAGES - 1) {
    /* Delivered once; twice only if the receiver died between a delivery and its commit. */
    assert(delivered[at] <= 1 + cut[at]);
    /* What was said to be unsent is nowhere: the person may write it again. */
    assert(!unsent[at] || (delivered[at] == 0 && !packet[at] && !isSeen(at)));
    /* No mark without the fact. */
    assert(!arrived[at] || (consumed[at] && delivered[at] > 0));
    assert(!receipt[at] || (consumed[at] && delivered[at] > 0));
    assert(!gone[at] || consumed[at]);
    /* Nothing is lost: the message is delivered, waits, was given up there, or was said to be unsent. */
    assert(!settled[at] || delivered[at] > 0 || isSeen(at) || skipped[at] || unsent[at])
  }
}

inline remember(m) {
  consumed[m] = true;
  remembered = m
}

active proctype world() {
  byte m, at;
  do
  /* The sender. */
  :: atomic { !isDown && step == IDLE && next < MESSAGES -> step = MARKED; look() }
#ifdef LATE_FILE
  :: atomic { !isDown && step == MARKED -> packet[next] = true; look() }
#endif
  :: atomic { !isDown && step == MARKED -> name[next] = CACHED; step = NAMED; look() }
  :: atomic { !isDown && step == NAMED -> syncDirectory(); step = SYNCED; look() }
  :: atomic { !isDown && step == SYNCED ->
       settled[next] = true; next++; step = IDLE; look() }
  :: atomic { !isDown && senderRestarts < RESTARTS ->
       senderRestarts++; isDown = true; look() }
  :: atomic { senderRestarts < RESTARTS ->
       senderRestarts++; isDown = true; losePower(); look() }
  :: atomic { isDown ->
       isDown = false;
       if
       :: step != IDLE ->
#ifndef NO_SETTLE
            syncDirectory();
#endif
            unsent[next] = !isSeen(next);
            settled[next] = true; next++; step = IDLE
       :: else
       fi;
       look() }
  :: atomic { !isDown ->
       select(m : 0 .. MESSAGES - 1);
       if
       :: settled[m] && isSeen(m) ->
            packet[m] = true;
#ifdef EARLY_UNLINK
            name[m] = REMOVED;
#endif
       :: else
       fi;
       look() }
  :: atomic { !isDown ->
       select(m : 0 .. MESSAGES - 1);
       if
       :: receipt[m] && isSeen(m) -> arrived[m] = true; name[m] = REMOVED
       :: passed[m] && isSeen(m) -> gone[m] = true; name[m] = REMOVED
       :: else
       fi;
       look() }

  /* The channel: a packet that is taken below stays on the way, so it comes again. */
  :: atomic { select(m : 0 .. MESSAGES - 1); packet[m] = false }
  :: atomic { select(m : 0 .. MESSAGES - 1); receipt[m] = false }
  :: atomic { select(m : 0 .. MESSAGES - 1); passed[m] = false }

  /* The receiver. */
  :: atomic { reading == MESSAGES ->
       select(m : 0 .. MESSAGES - 1);
       if
       :: packet[m] && remembered == m ->
            receipt[m] = true
#ifndef NO_CONSUMED
       :: packet[m] && remembered != m && consumed[m] -> passed[m] = true
       :: packet[m] && remembered != m && !consumed[m] ->
#else
       :: packet[m] && remembered != m ->
#endif
            delivered[m]++; reading = m; isCommitted = false
       :: else
       fi;
       look() }
#ifdef EARLY_RECEIPT
  :: atomic { reading < MESSAGES && !isCommitted -> receipt[reading] = true; look() }
#endif
  :: atomic { reading < MESSAGES && !isCommitted -> remember(reading); isCommitted = true; look() }
  :: atomic { reading < MESSAGES && isCommitted ->
       receipt[reading] = true; reading = MESSAGES; look() }
  :: atomic { reading < MESSAGES && receiverRestarts < RESTARTS ->
       receiverRestarts++;
       if
       :: !isCommitted -> cut[reading]++
       :: else
       fi;
       reading = MESSAGES; look() }
  /* Its person gives up what is missing before a message that was read. */
  :: atomic { reading == MESSAGES && consumed[1] && !consumed[0] ->
       consumed[0] = true; skipped[0] = true; look() }
  od
}
