"""A game: 500 units of two sizes walk while buildings appear. After half of the frames it is saved
as one string of bytes, and a second game goes on from there: both end in the same way.
"""
import numpy as np

import throng

UNITS, FRAMES, SIDE = 500, 120, 96


class Game:
    def __init__(self, living, scheduler, book, rng):
        self.living, self.scheduler, self.book, self.rng = living, scheduler, book, rng

    @classmethod
    def new(cls):
        walls = throng.generate("caves", SIDE, SIDE, seed=5)
        living = throng.LivingMap(walls, classes=[{"unit_size": 1}, {"unit_size": 2}])
        game = cls(living, throng.FrameScheduler(living), throng.RouteBook(living),
                   np.random.default_rng(1))
        game.book.add(game.rng.integers(0, SIDE, (UNITS, 2)), movement=np.arange(UNITS) % 2)
        game.order(game.book.routes)
        return game

    @classmethod
    def restore(cls, saved):
        parts = throng.unbundle(saved, 4)
        living = throng.LivingMap.restore(parts[0])
        rng = np.random.default_rng(int.from_bytes(parts[3], "little"))
        return cls(living, throng.FrameScheduler.restore(parts[1], living),
                   throng.RouteBook.restore(parts[2], living), rng)

    def save(self):
        seed = int(self.rng.integers(1 << 32))
        self.rng = np.random.default_rng(seed)
        return throng.bundle([self.living.save(), self.scheduler.save(), self.book.save(),
                              seed.to_bytes(4, "little")])

    def order(self, routes):
        self.book.set_goals(routes, self.rng.integers(0, SIDE, (len(routes), 2)))
        self.book.ask(self.scheduler, routes)

    def play_frame(self):
        x, y = self.rng.integers(0, SIDE - 2, 2)
        self.scheduler.edit([("terrain", x, y, 2, 2, "@")])
        self.scheduler.run(expansions=5_000)
        broken, _, _ = self.book.review(may_shorten=False)
        self.book.ask(self.scheduler, broken)
        missed, no_path = self.book.join(self.scheduler.poll())
        self.book.ask(self.scheduler, missed)
        self.order(no_path)
        self.book.advance()


first, second = Game.new(), None
for frame in range(FRAMES):
    if frame == FRAMES // 2:
        saved = first.save()
        second = Game.restore(saved)
    for game in (first, second) if second else (first,):
        game.play_frame()
arrived = (first.book.positions() == first.book.goals()).all(axis=1)
print(f"{arrived.sum()} of {len(first.book)} units arrived; saved as {len(saved)} bytes")
assert arrived.sum() > UNITS // 4
assert (first.book.positions() == second.book.positions()).all()
assert (first.book.lengths() == second.book.lengths()).all()
