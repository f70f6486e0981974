/*
 * The handshake of vernam-pairing(7) and its codes, with somebody in the middle, for the model
 * checker spin. He joins the honest listener (session LEFT), and is the listener of the honest joiner
 * (session RIGHT); he takes the steps of both in any order, drops either at any time, and begins
 * again as long as he can.
 *
 * Cryptography is perfect here: anybody who knows both nonces of a session knows its code, and
 * anybody who knows the other nonce before his own is fixed can choose the code. To make the codes
 * agree by choice, and not by a chance of one in a hundred million, he must choose the code of one
 * session when he knows that of the other.
 *
 * Omissions show that the model would notice:
 *   NO_COMMITMENT  M1 does not fix the listener's nonce: only M3 does
 *   NONCE_IN_M1    M1 shows the listener's nonce: the effect of committing to the key alone
 *   NONCE_IN_M1_COUNTED  the same, and the listener counts M2: choosing needs no second attempt
 *   SILENT_RETRY   the joiner reconnects by itself after M2, and counts nothing
 *   LATE_COUNT     the listener counts the confirmation, not M3
 */

#define LEFT 0
#define RIGHT 1
#define MOST 3

typedef Session {
  byte sent;            /* messages: M1, M2, M3 */
  bool listenerFixed;   /* its nonce can no longer change */
  bool listenerKnown;   /* to the one in the middle */
  bool joinerFixed;
  bool joinerKnown;
};

Session session[2];
byte counted[2];        /* attempts that the honest end of the session has counted */
byte learned[2];        /* codes of that end that the one in the middle has learned */
bool chosen;            /* he has made the codes of both sessions agree */

#define knows(s) (session[s].listenerFixed && session[s].listenerKnown \
  && session[s].joinerFixed && session[s].joinerKnown)

#ifdef NONCE_IN_M1_COUNTED
#define NONCE_IN_M1
#endif

inline restart(s) {
  session[s].sent = 0;
  session[s].listenerFixed = false;
  session[s].listenerKnown = false;
  session[s].joinerFixed = false;
  session[s].joinerKnown = false
}

/* After each step: has he learned a code by it? */
inline look(s, knew) {
  if
  :: !knew && knows(s) -> learned[s]++
  :: else
  fi;
  assert(!chosen);
  assert(learned[s] <= counted[s]);
  assert(counted[s] <= MOST)
}

inline listenerCounts() {
#ifndef LATE_COUNT
  counted[LEFT]++
#else
  skip
#endif
}

inline joinerCounts() {
#ifndef SILENT_RETRY
  counted[RIGHT]++
#else
  skip
#endif
}

active proctype middle() {
  bool knew;
  do
  /* The honest listener, whom anybody can call. */
  :: atomic { session[LEFT].sent == 0 && counted[LEFT] < MOST && learned[LEFT] <= MOST ->
       knew = knows(LEFT);
       session[LEFT].sent = 1;
       session[LEFT].listenerFixed = true;
#ifdef NONCE_IN_M1
       session[LEFT].listenerKnown = true;
#endif
       look(LEFT, knew) }
  :: atomic { session[LEFT].sent == 1 ->
       knew = knows(LEFT);
       /* His own nonce: the best one, if he knows what to look for. */
       chosen = chosen || (session[LEFT].listenerKnown && knows(RIGHT));
#ifdef NONCE_IN_M1_COUNTED
       listenerCounts();
#endif
       session[LEFT].sent = 2;
       session[LEFT].joinerFixed = true;
       session[LEFT].joinerKnown = true;
       look(LEFT, knew) }
  :: atomic { session[LEFT].sent == 2 ->
       knew = knows(LEFT);
#ifndef NONCE_IN_M1_COUNTED
       listenerCounts();
#endif
       session[LEFT].sent = 3;
       session[LEFT].listenerKnown = true;
       look(LEFT, knew) }
  :: atomic { session[LEFT].sent > 0 -> restart(LEFT) }

  /* The honest joiner, who calls him. */
  :: atomic { session[RIGHT].sent == 0 && counted[RIGHT] < MOST && learned[RIGHT] <= MOST ->
       knew = knows(RIGHT);
       session[RIGHT].sent = 1;
       session[RIGHT].listenerKnown = true;
#ifndef NO_COMMITMENT
       session[RIGHT].listenerFixed = true;
#endif
       look(RIGHT, knew) }
  :: atomic { session[RIGHT].sent == 1 ->
       knew = knows(RIGHT);
       joinerCounts();
       session[RIGHT].sent = 2;
       session[RIGHT].joinerFixed = true;
       session[RIGHT].joinerKnown = true;
       look(RIGHT, knew) }
  :: atomic { session[RIGHT].sent == 2 ->
       knew = knows(RIGHT);
       chosen = chosen || (!session[RIGHT].listenerFixed && knows(LEFT));
       session[RIGHT].sent = 3;
       session[RIGHT].listenerFixed = true;
       look(RIGHT, knew) }
  :: atomic { session[RIGHT].sent > 0 -> restart(RIGHT) }
  :: break
  od
}
