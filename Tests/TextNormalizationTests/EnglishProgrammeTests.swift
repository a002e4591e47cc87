import Testing
import TextNormalization

/// Lines of programmes as English coaches write them: each row is what is written and what is said.
@Suite struct `A line of an English programme` {
  private func expect(_ cases: [(String, String)], sourceLocation: SourceLocation = #_sourceLocation) {
    let normalizer = TextNormalizer(tag: "en-US")
    for (written, said) in cases {
      let spoken = normalizer.spoken(written)
      #expect(spoken == said, "\(written)", sourceLocation: sourceLocation)
      #expect(normalizer.spoken(spoken) == said, "\(written), spelt out twice", sourceLocation: sourceLocation)
    }
  }

  @Test func `leaves ordinals and the word I alone`() {
    expect([
      ("3rd set", "3rd set"), ("23rd of May, 1st, 2nd, 4th", "23rd of May, 1st, 2nd, 4th"), ("3 rds", "3 rounds"),
      ("5 rds", "5 rounds"), ("This round I want you to push", "This round I want you to push"),
      ("Each day I run", "Each day I run"), ("Week I'll rest", "Week I'll rest"), ("Part I: legs", "Part 1: legs"),
      ("Part I Legs", "Part 1 Legs"), ("Round I. Go", "Round 1. Go"),
      ("I can. You can. We can.", "I can. You can. We can."),
    ])
  }

  @Test func `expands fractions of a unit`() {
    expect([
      ("1/2 min", "half a minute"), ("½ h", "half an hour"), ("1½ h", "1 and a half hours"),
      ("1 ½ h", "1 and a half hours"), ("1/2 hour", "half an hour"), ("1/2 kg", "half a kilo"),
      ("1/2 oz", "half an ounce"), ("3/4 mile", "three quarters of a mile"), ("1/4 mile", "one quarter of a mile"),
      ("½ squat", "half squat"), ("1/2 reps", "half reps"), ("1 1/2 mile run", "1 and a half mile run"),
      ("2½ rounds", "2 and a half rounds"), ("1/2' hold", "half a minute hold"), ("Set 2 1/2", "Set 2 half"),
    ])
  }

  @Test func `expands times with spaces, signs and units`() {
    expect([
      ("1h 30m", "1 hour 30 minutes"), ("1 h 30 min", "1 hour 30 minutes"), ("2m 30s", "2 minutes 30 seconds"),
      ("1 hr. 30 min. ride", "1 hour 30 minutes ride"), ("1' on 1' off", "1 minute on 1 minute off"),
      ("30\"/30\"", "30 seconds, 30 seconds"), ("30\" on, 30\" off", "30 seconds on, 30 seconds off"),
      ("30'' plank", "30 second plank"), ("\"Level 3\" then 3\"", "\"Level 3\" then 3 seconds"),
      ("“Level 3” go", "“Level 3” go"), ("'Round 3' go 5'", "'Round 3' go 5 minutes"),
      ("Don't stop: 5'", "Don't stop: 5 minutes"), ("45\"on 15\"off", "45 seconds on 15 seconds off"),
      ("0:30 sec", "30 seconds"), ("1:30 min", "1 minute 30 seconds"), (":30 rest", "30 seconds rest"),
      ("At :30", "At 30 seconds"), ("3:75", "3:75"), ("7:30 am", "7:30 am"), ("7:30 a.m. start", "7:30 a.m. start"),
      ("1:30 a side", "1 minute 30 seconds a side"), ("1 min 10 burpees", "1 minute 10 burpees"),
      ("20 min 10m sprint", "20 minutes 10 meter sprint"), ("0.5 mi", "0.5 miles"), (".5 mile", "0.5 mile"),
      ("2-min plank", "2 minute plank"), ("90-second rest", "90-second rest"), ("45-min ride", "45 minute ride"),
    ])
  }

  @Test func `expands paces and repetitions for each side`() {
    expect([
      ("5:00/km", "5 minutes per kilometer"), ("2:00/500m", "2 minutes per 500 meters"),
      ("4:30 min/km", "4 minutes 30 seconds per kilometer"),
      ("5:00-5:30/km", "5 minutes to 5 minutes 30 seconds per kilometer"),
      ("5'30\"/km", "5 minutes 30 seconds per kilometer"), ("45s/100m", "45 seconds per 100 meters"),
      ("10 reps/side", "10 reps per side"), ("20s/side", "20 seconds per side"), ("5 reps/leg", "5 reps per leg"),
      ("5 reps./leg", "5 reps per leg"), ("x10/side", "10 times per side"), ("10 /side", "10 per side"),
      ("10 / side", "10 per side"), ("3 x 10/side", "3 times 10 per side"), ("10 x side", "10 per side"),
      ("12kg/side", "12 kilos per side"), ("2:00/side", "2 minutes per side"), ("2x/week", "2 times per week"),
      ("10/min", "10 per minute"), ("12 cal/min", "12 calories per minute"),
      ("400m/walk 100m", "400 meters, walk 100 meters"), ("1x12", "once 12"), ("x 80%", "times 80%"),
      ("Squat 5 x 80%", "Squat 5 times 80%"), ("Squats x 10 reps", "Squats 10 reps"),
      ("Plank x 30s", "Plank 30 seconds"), ("Row x 500m", "Row times 500 meters"), ("x8-12", "8 to 12 times"),
      ("3x8-12 @ 60kg", "3 times 8 to 12 at 60 kilos"), ("3x(10 push-ups)", "3 times (10 push-ups)"),
      ("2x(30s on/15s off)", "2 times (30 seconds on, 15 seconds off)"),
      ("T-spine x5/side", "T-spine 5 times per side"), ("Tempo 30X1", "Tempo 30X1"),
    ])
  }

  @Test func `expands inches and short distances`() {
    expect([
      ("24\" box jumps", "24 inch box jumps"), ("24in box", "24 inch box"), ("24 in box", "24 inch box"),
      ("20/24\" box", "20, 24 inch box"), ("Box 24\"", "Box 24 inches"), ("5 in a row", "5 in a row"),
      ("Rest 5 in total", "Rest 5 in total"), ("30\" plank", "30 second plank"), ("24 inch box", "24 inch box"),
      ("Bear crawl 10m", "Bear crawl 10 meters"), ("15m shuttle", "15 meter shuttle"),
      ("10 m sprint", "10 meter sprint"), ("Sled push 15m x 4", "Sled push 15 meters 4 times"),
      ("Run 10m", "Run 10 meters"), ("Run 10m easy", "Run 10 minutes easy"), ("Plank 2m", "Plank 2 minutes"),
      ("8 m rope climb", "8 meters rope climb"), ("5 m jump rope", "5 minute jump rope"),
      ("Rest 2m", "Rest 2 minutes"), ("Walk 5m", "Walk 5 minutes"), ("5m", "5 minutes"),
      ("50m carry", "50 meter carry"),
    ])
  }

  @Test func `expands ranges with units`() {
    expect([
      ("10s-15s", "10 seconds to 15 seconds"), ("30s - 45s", "30 seconds to 45 seconds"),
      ("45s-1min", "45 seconds to 1 minute"), ("0:45-1:00", "45 seconds to 1 minute"),
      ("20s-10s", "20 seconds, 10 seconds"), ("10s-20s-30s", "10 seconds, 20 seconds, 30 seconds"),
      ("2.5-5kg", "2.5 to 5 kilos"), ("1-1.5 min", "1 to 1.5 minutes"), ("10-12x", "10 to 12 times"),
      ("+/- 5", "plus or minus 5"), ("±5", "plus or minus 5"),
    ])
  }

  @Test func `is read in any letters`() {
    expect([
      ("hiit Emom EMOMs amrap AMRAPs", "hit ee-mom ee-moms am-rap am-raps"), ("400M RUN", "400 meter RUN"),
      ("30S PLANK", "30 second PLANK"), ("4x400M", "4 times 400 meters"), ("REST 2M", "REST 2 minutes"),
      ("400M run", "400M run"), ("Plan B", "Plan B"), ("5 000 m", "5000 meters"), ("400 200 100", "400 200 100"),
      ("10 000 steps", "10000 steps"),
    ])
  }

  @Test func `says what kind of thing a measure makes`() {
    expect([
      ("20kg kettlebell swing", "20 kilo kettlebell swing"), ("400m run", "400 meter run"),
      ("Work 40s rest 20s", "Work 40 seconds rest 20 seconds"), ("Run 400m rest", "Run 400 meters rest"),
      ("Run 400m", "Run 400 meters"), ("5 mile run", "5 mile run"), ("30s rest", "30 second rest"),
      ("2 min. recovery", "2 minute recovery"), ("21 cal row", "21 calorie row"), ("10 rep max", "10 rep max"),
      ("2 x 24kg KBs", "2 times 24 kilo kettlebells"), ("100m sprint x 4", "100 meter sprint 4 times"),
      ("200m easy", "200 meters easy"),
    ])
  }

  @Test func `is a whole programme`() {
    expect([
      ("5 sets of 10 reps @ 70% 1RM", "5 sets of 10 reps at 70% 1 rep max"),
      ("EMOM 10: 12/9 cal row", "ee-mom 10: 12, 9 calorie row"),
      ("AMRAP 12 min: 5 T2B, 10 KB swings @24kg", "am-rap 12 minutes: 5 toes to bar, 10 kettlebell swings at 24 kilos"),
      ("4 x 400m @ 5k pace, 90s rest", "4 times 400 meters at 5k pace, 90 second rest"),
      ("5x5 @ 80%, rest 2-3 min", "5 times 5 at 80%, rest 2 to 3 minutes"),
      ("Work 40s / Rest 20s", "Work 40 seconds, Rest 20 seconds"),
      ("Row 500m @ 2:00/500m", "Row 500 meters at 2 minutes per 500 meters"),
      ("10 x 100m on 1:45", "10 times 100 meters on 1 minute 45 seconds"),
      ("3 rounds: 400m run, 21 KBS, 12 pull-ups", "3 rounds: 400 meter run, 21 kettlebell swings, 12 pull-ups"),
      ("Hold 3-5s at the bottom", "Hold 3 to 5 seconds at the bottom"), ("Tempo 3-1-1-0", "Tempo 3, 1, 1, 0"),
      ("Superset A1/A2", "Superset A1, A2"), ("A1. Bench press 4x8", "A1. Bench press 4 times 8"),
      ("Dead bug 8/side, slow", "Dead bug 8 per side, slow"),
      ("DB bench 3x8-10 (RPE 8)", "dumbbell bench 3 times 8 to 10 (RPE 8)"), ("Zone 2, 45 min", "Zone 2, 45 minutes"),
      ("Zone 2/5", "Zone 2 of 5"), ("Cadence 90 rpm", "Cadence 90 revolutions per minute"),
      ("21-15-9 thrusters (95/65 lb)", "21, 15, 9 thrusters (95, 65 pounds)"),
      ("50 ft. handstand walk", "50 feet handstand walk"), ("1 mile @ easy pace", "1 mile at easy pace"),
      ("Run 5k in 25:00", "Run 5k in 25 minutes"), ("In 10s...", "In 10 seconds..."),
      ("Next up: 20s sprint!", "Next up: 20 second sprint!"), ("Set 2/5 - squats", "Set 2 of 5 - squats"),
      ("Wk 2", "week 2"), ("Day 1: Push (chest/tri)", "Day 1: Push (chest, tri)"),
      ("Left side 30s, right side 30s", "Left side 30 seconds, right side 30 seconds"),
      ("30s ea. side", "30 seconds each side"), ("Single-arm row 10 ea", "Single-arm row 10 each"),
      ("50-75% effort", "50 to 75% effort"), ("6 × 60 s hill", "6 times 60 second hill"),
      ("5min on/1min off", "5 minutes on, 1 minute off"), ("1:1 work:rest", "one to one work:rest"),
      ("Burpees - 10", "Burpees - 10"), ("As many as possible in 1m", "As many as possible in 1 minute"),
      ("Run 200m, walk 100m", "Run 200 meters, walk 100 meters"), ("5-10-5 shuttle", "5, 10, 5 shuttle"),
      ("Deadlift 5x3 @ 90kg+", "Deadlift 5 times 3 at 90 kilos plus"), ("1-arm swing", "1-arm swing"),
      ("90/90 hip switch", "90, 90 hip switch"), ("180° turn", "180° turn"),
      ("Incline 5%, 6 mph", "Incline 5%, 6 miles an hour"),
      ("Breathe in 4s, hold 7s, out 8s", "Breathe in 4 seconds, hold 7 seconds, out 8 seconds"),
      ("4-7-8 breathing", "4, 7, 8 breathing"), ("3-2-1 go!", "3, 2, 1 go!"),
      ("45 sec., then rest", "45 seconds, then rest"),
    ])
  }
}
